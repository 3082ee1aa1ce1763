src_libpredictor_a_SOURCES += \
	%D%/decimal.c \
	%D%/decimal.h \
	%D%/lexer.c \
	%D%/lexer.h \
	%D%/params.c \
	%D%/params.def \
	%D%/params.h \
	%D%/reader.c \
	%D%/reader.h \
	%D%/table.c \
	%D%/table.h \
	%D%/writer.c \
	$(NULL)
