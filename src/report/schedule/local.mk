src_libpredictor_a_SOURCES += \
	%D%/epa.c \
	%D%/epa.h \
	%D%/files.c \
	%D%/schedule.def \
	%D%/view.c \
	%D%/view.h \
	$(NULL)
