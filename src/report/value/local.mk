src_libpredictor_a_SOURCES += \
	%D%/formats.h \
	%D%/members.c \
	%D%/members.h \
	%D%/report.h \
	%D%/rows.h \
	%D%/shapes.h \
	%D%/sink.c \
	%D%/sink.h \
	%D%/value.c \
	%D%/value.h \
	%D%/write.c \
	$(NULL)
