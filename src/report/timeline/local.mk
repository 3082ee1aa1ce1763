src_libpredictor_a_SOURCES += \
	%D%/chrome.c \
	%D%/export.c \
	%D%/export.h \
	%D%/items.h \
	%D%/lanes.c \
	%D%/lanes.h \
	%D%/names.c \
	%D%/names.h \
	%D%/paje.c \
	%D%/rows.c \
	%D%/rows.h \
	%D%/select.c \
	%D%/walk.c \
	$(NULL)
