src_libpredictor_a_SOURCES += \
	%D%/new-file.c \
	%D%/new-file.h \
	%D%/report.h \
	%D%/rows.h \
	%D%/sink.c \
	%D%/value.c \
	%D%/value.h \
	$(NULL)
