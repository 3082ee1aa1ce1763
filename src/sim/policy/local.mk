src_libpredictor_a_SOURCES += \
	%D%/what-if-hooks.c \
	%D%/what-if-hooks.h \
	%D%/what-if-loop.c \
	%D%/what-if-private.h \
	%D%/what-if-task.c \
	%D%/what-if.c \
	%D%/what-if.h \
	$(NULL)
