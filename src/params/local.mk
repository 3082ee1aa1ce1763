src_libpredictor_a_SOURCES += \
	%D%/decimal.c \
	%D%/decimal.h \
	%D%/formula.c \
	%D%/formula.h \
	%D%/lexer.c \
	%D%/lexer.h \
	%D%/mapping.c \
	%D%/mapping.h \
	%D%/params.c \
	%D%/params.def \
	%D%/params.h \
	%D%/reader.c \
	%D%/table.c \
	%D%/writer.c \
	$(NULL)
