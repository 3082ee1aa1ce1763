src_libpredictor_a_SOURCES += \
	%D%/array.c \
	%D%/array.h \
	%D%/async.h \
	%D%/group.h \
	%D%/loop-map.c \
	%D%/loop-map.h \
	%D%/loop.h \
	%D%/mapping.c \
	%D%/mapping.h \
	%D%/object.c \
	%D%/object.h \
	%D%/packed.c \
	%D%/packed.h \
	%D%/share.h \
	$(NULL)
