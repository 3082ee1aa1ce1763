src_libpredictor_a_SOURCES += \
	%D%/lanes.c \
	%D%/lanes.h \
	%D%/timeline.c \
	%D%/timeline.h \
	$(NULL)
