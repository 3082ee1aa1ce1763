src_libpredictor_a_SOURCES += \
	%D%/call.c \
	%D%/call.h \
	%D%/copy.c \
	%D%/interval.c \
	%D%/io.c \
	%D%/loop.c \
	%D%/move.c \
	%D%/move.h \
	%D%/reduction.c \
	%D%/remote.c \
	%D%/shadow.c \
	%D%/system.c \
	%D%/template.c \
	$(NULL)
