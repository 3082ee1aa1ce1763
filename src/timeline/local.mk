src_libpredictor_a_SOURCES += \
	%D%/timeline.c \
	%D%/timeline.h \
	$(NULL)
