src_libpredictor_a_SOURCES += \
	%D%/check.c \
	%D%/clusters.c \
	%D%/clusters.h \
	%D%/decimal.c \
	%D%/decimal.h \
	%D%/formula.c \
	%D%/formula.h \
	%D%/lexer.c \
	%D%/lexer.h \
	%D%/machine.c \
	%D%/machine.h \
	%D%/mapping.c \
	%D%/mapping.h \
	%D%/params.c \
	%D%/params.def \
	%D%/params.h \
	%D%/reader.c \
	%D%/table.c \
	%D%/value.c \
	%D%/value.h \
	%D%/writer.c \
	$(NULL)
