src_libpredictor_a_SOURCES += \
	%D%/axis.c \
	%D%/axis.h \
	%D%/clean.c \
	%D%/clean.h \
	%D%/decimal.c \
	%D%/decimal.h \
	%D%/hash.h \
	%D%/json-text.c \
	%D%/json-text.h \
	%D%/link-name.c \
	%D%/link-name.h \
	%D%/members.c \
	%D%/members.h \
	%D%/nearest.c \
	%D%/nearest.h \
	%D%/number.c \
	%D%/number.h \
	%D%/processor-set.c \
	%D%/processor-set.h \
	%D%/processor-walk.c \
	%D%/processor-walk.h \
	%D%/text-table.c \
	%D%/text-table.h \
	%D%/threads.c \
	%D%/threads.h \
	%D%/types.h \
	$(NULL)
