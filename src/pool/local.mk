src_libpredictor_a_SOURCES += \
	%D%/chrome.c \
	%D%/csv.c \
	%D%/gist.c \
	%D%/log.c \
	%D%/log.h \
	%D%/read.c \
	%D%/read.h \
	%D%/timeline.c \
	%D%/timeline.h \
	$(NULL)
