src_libpredictor_a_SOURCES += \
	%D%/schedule.def \
	%D%/view.c \
	%D%/view.h \
	$(NULL)
