src_libpredictor_a_SOURCES += \
	%D%/compare-text.c \
	%D%/critical-path-column.c \
	%D%/critical-path-column.h \
	%D%/critical-path-text.c \
	%D%/critical-path-text.h \
	%D%/csv.c \
	%D%/csv.h \
	%D%/explain-text.c \
	%D%/explain-text.h \
	%D%/json.c \
	%D%/metrics-text.c \
	%D%/metrics-text.h \
	%D%/notation.c \
	%D%/notation.h \
	%D%/sweep-table.c \
	%D%/text.c \
	%D%/xml.c \
	$(NULL)
