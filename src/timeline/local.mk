src_libpredictor_a_SOURCES += \
	%D%/record.h \
	%D%/timeline.c \
	%D%/timeline.h \
	$(NULL)
