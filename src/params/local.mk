src_libpredictor_a_SOURCES += \
	%D%/params.c \
	%D%/params.def \
	%D%/params.h \
	%D%/params-decimal.c \
	%D%/params-decimal.h \
	%D%/params-lexer.c \
	%D%/params-lexer.h \
	%D%/params-reader.c \
	%D%/params-reader.h \
	%D%/params-table.c \
	%D%/params-table.h \
	%D%/params-writer.c \
	$(NULL)
