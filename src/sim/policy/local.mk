src_libpredictor_a_SOURCES += \
	%D%/ideal.c \
	%D%/ideal.h \
	%D%/what-if.c \
	%D%/what-if.h \
	$(NULL)
