src_libpredictor_a_SOURCES += \
	%D%/code.h \
	%D%/compile.c \
	%D%/html.c \
	%D%/page.h \
	%D%/template-code.h \
	%D%/template-compile.c \
	%D%/template-compiler.c \
	%D%/template-compiler.h \
	%D%/template-files.c \
	%D%/template-files.h \
	%D%/template-markup.c \
	%D%/template-markup.h \
	%D%/template-parse.c \
	%D%/template-parse.h \
	%D%/template-write.c \
	%D%/template.h \
	%D%/write.c \
	$(NULL)
