src_libpredictor_a_SOURCES += \
	%D%/gathering.c \
	%D%/gathering.h \
	%D%/loop-map.c \
	%D%/loop-map.h \
	%D%/mapping.c \
	%D%/mapping.h \
	%D%/object.c \
	%D%/object.h \
	%D%/system.c \
	%D%/system.h \
	$(NULL)
