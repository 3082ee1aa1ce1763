src_libpredictor_a_SOURCES += \
	%D%/ahead.c \
	%D%/ahead.h \
	%D%/blocks.c \
	%D%/blocks.h \
	%D%/header.c \
	%D%/header.h \
	%D%/line.c \
	%D%/line.h \
	%D%/params.c \
	%D%/params.h \
	%D%/patterns.c \
	%D%/patterns.h \
	%D%/reader.c \
	%D%/reader.h \
	%D%/source.c \
	%D%/source.h \
	$(NULL)
