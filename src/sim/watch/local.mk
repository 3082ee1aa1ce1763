src_libpredictor_a_SOURCES += \
	%D%/causes.c \
	%D%/causes.h \
	%D%/layout.c \
	%D%/layout.h \
	%D%/lines.h \
	%D%/recorder-operation.c \
	%D%/recorder-pipeline.c \
	%D%/recorder-pipeline.h \
	%D%/recorder-private.h \
	%D%/recorder.c \
	%D%/recorder.h \
	$(NULL)
