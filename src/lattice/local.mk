src_libpredictor_a_SOURCES += \
	%D%/join.c \
	%D%/label-table.c \
	%D%/label-table.h \
	%D%/partition.c \
	%D%/partition.h \
	%D%/runs.c \
	%D%/runs.h \
	%D%/set.c \
	%D%/set.h \
	$(NULL)
