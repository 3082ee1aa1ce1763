src_libpredictor_a_SOURCES += \
	%D%/picture.c \
	%D%/picture.h \
	%D%/tasks.c \
	%D%/tasks.def \
	%D%/tasks.h \
	%D%/text.c \
	$(NULL)
