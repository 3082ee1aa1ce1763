src_libpredictor_a_SOURCES += \
	%D%/answer.c \
	%D%/picture.c \
	%D%/picture.h \
	%D%/schedule.def \
	%D%/view.c \
	%D%/view.h \
	$(NULL)
