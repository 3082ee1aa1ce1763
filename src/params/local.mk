src_libpredictor_a_SOURCES += \
	%D%/decimal.c \
	%D%/decimal.h \
	%D%/lexer.c \
	%D%/lexer.h \
	%D%/params.c \
	%D%/params.def \
	%D%/params.h \
	%D%/reader.c \
	%D%/table.c \
	%D%/writer.c \
	$(NULL)
