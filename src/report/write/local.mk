src_libpredictor_a_SOURCES += \
	%D%/compare-text.c \
	%D%/csv.c \
	%D%/csv.h \
	%D%/epa.c \
	%D%/epa.h \
	%D%/graph-files.c \
	%D%/graph-files.h \
	%D%/grains-files.c \
	%D%/ips.c \
	%D%/ips.h \
	%D%/json.c \
	%D%/notation.c \
	%D%/notation.h \
	%D%/schedule-files.c \
	%D%/schedule-table.c \
	%D%/sweep-table.c \
	%D%/text.c \
	%D%/xml.c \
	$(NULL)
