# One convenience library of all stages; cli/ is the only one that prints or exits.
noinst_LIBRARIES += %D%/libpredictor.a
%C%_libpredictor_a_SOURCES =
LIBPREDICTOR = src/libpredictor.a rater/librater.a
LIBPREDICTOR_LIBS = $(LIBPREDICTOR) $(GLIB_LIBS) $(XML_LIBS) $(JSON_LIBS) $(ZLIB_LIBS) -lm

include %D%/trace/local.mk
include %D%/params/local.mk
include %D%/analysis/local.mk
include %D%/sim/local.mk
include %D%/report/local.mk
include %D%/cli/local.mk
