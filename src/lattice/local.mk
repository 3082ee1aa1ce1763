src_libpredictor_a_SOURCES += \
	%D%/partition.c \
	%D%/partition.h \
	%D%/set.c \
	%D%/set.h \
	$(NULL)
