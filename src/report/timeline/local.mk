src_libpredictor_a_SOURCES += \
	%D%/chrome.c \
	%D%/export.c \
	%D%/export.h \
	%D%/items.c \
	%D%/items.h \
	%D%/paje.c \
	%D%/paraver.c \
	%D%/perfetto.c \
	$(NULL)
