src_libpredictor_a_SOURCES += \
	%D%/grains.def \
	%D%/view.c \
	%D%/view.h \
	$(NULL)
