src_libpredictor_a_SOURCES += \
	%D%/code.h \
	%D%/compile.c \
	%D%/files.c \
	%D%/html.c \
	%D%/markup.c \
	%D%/markup.h \
	%D%/page.h \
	%D%/markup.c \
	%D%/markup.h \
	%D%/page.h \
	%D%/markup.h \
	%D%/write.c \
	$(NULL)
