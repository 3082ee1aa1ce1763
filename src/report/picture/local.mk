src_libpredictor_a_SOURCES += \
	%D%/picture.c \
	%D%/picture.def \
	%D%/picture.h \
	$(NULL)
