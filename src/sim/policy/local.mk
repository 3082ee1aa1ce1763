src_libpredictor_a_SOURCES += \
	%D%/what-if.c \
	%D%/what-if.h \
	$(NULL)
