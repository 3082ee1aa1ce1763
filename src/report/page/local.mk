src_libpredictor_a_SOURCES += \
	%D%/code.h \
	%D%/compile.c \
	%D%/html.c \
	%D%/page.h \
	%D%/template-files.c \
	%D%/template-files.h \
	%D%/template-markup.c \
	%D%/template-markup.h \
	%D%/write.c \
	$(NULL)
