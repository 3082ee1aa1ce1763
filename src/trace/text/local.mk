src_libpredictor_a_SOURCES += \
	%D%/blocks.c \
	%D%/blocks.h \
	%D%/line.c \
	%D%/line.h \
	%D%/params.c \
	%D%/params.h \
	%D%/reader.c \
	%D%/reader.h \
	%D%/source.c \
	%D%/source.h \
	$(NULL)
