src_libpredictor_a_SOURCES += \
	%D%/call.c \
	%D%/call.h \
	%D%/copy.c \
	%D%/distribution.c \
	%D%/interval.c \
	%D%/io.c \
	%D%/loop.c \
	%D%/loop.h \
	%D%/move.c \
	%D%/move.h \
	%D%/pipeline.c \
	%D%/pipeline.h \
	%D%/reduction.c \
	%D%/remote.c \
	%D%/shadow.c \
	%D%/shadow.h \
	%D%/system.c \
	%D%/system.h \
	%D%/template.c \
	%D%/template.h \
	$(NULL)
