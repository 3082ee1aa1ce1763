src_libpredictor_a_SOURCES += \
	%D%/causes.c \
	%D%/causes.h \
	%D%/lines.c \
	%D%/lines.h \
	%D%/links.c \
	%D%/links.h \
	%D%/parcels.c \
	%D%/parcels.h \
	%D%/partners.c \
	%D%/partners.h \
	%D%/recorder.c \
	%D%/recorder.h \
	%D%/waits.c \
	%D%/waits.h \
	$(NULL)
