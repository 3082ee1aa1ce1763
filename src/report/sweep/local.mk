src_libpredictor_a_SOURCES += \
	%D%/advice.c \
	%D%/advice.h \
	%D%/chart.c \
	%D%/heat.c \
	%D%/picture.h \
	%D%/read.c \
	%D%/read.h \
	%D%/sweep.def \
	%D%/view.c \
	%D%/view.h \
	$(NULL)
