src_libpredictor_a_SOURCES += \
	%D%/formats.c \
	%D%/formats.h \
	$(NULL)

include %D%/value/local.mk
include %D%/view/local.mk
include %D%/picture/local.mk
include %D%/sweep/local.mk
include %D%/compare/local.mk
include %D%/machine/local.mk
include %D%/schedule/local.mk
include %D%/grains/local.mk
include %D%/tasks/local.mk
include %D%/write/local.mk
include %D%/timeline/local.mk
include %D%/page/local.mk
