src_libpredictor_a_SOURCES += \
	%D%/partition.c \
	%D%/partition.h \
	$(NULL)
