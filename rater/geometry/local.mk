rater_librater_a_SOURCES += \
	%D%/align.c \
	%D%/align.h \
	%D%/blocks.c \
	%D%/blocks.h \
	%D%/dist.c \
	%D%/dist.h \
	%D%/grid.c \
	%D%/grid.h \
	%D%/loop.c \
	%D%/loop.h \
	%D%/mapping.c \
	%D%/mapping.h \
	%D%/range.c \
	%D%/range.h \
	$(NULL)
