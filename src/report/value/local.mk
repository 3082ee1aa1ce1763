src_libpredictor_a_SOURCES += \
	%D%/formats.h \
	%D%/members.c \
	%D%/members.h \
	%D%/report.h \
	%D%/rows.h \
	%D%/shapes.h \
	%D%/sink.c \
	%D%/sink.h \
	%D%/sweep-advice.c \
	%D%/sweep-advice.h \
	%D%/sweep-format.c \
	%D%/sweep-format.h \
	%D%/sweep-json.c \
	%D%/sweep-params.c \
	%D%/sweep-params.h \
	%D%/sweep-read.c \
	%D%/sweep-read.h \
	%D%/value.c \
	%D%/value.h \
	%D%/write.c \
	$(NULL)
