# One convenience library of all stages; cli/ is the only one that prints or exits. Rooms in the order
# in which they may include each other: tests/layers.txt.
noinst_LIBRARIES += %D%/libpredictor.a
%C%_libpredictor_a_SOURCES =
LIBPREDICTOR = src/libpredictor.a rater/librater.a
LIBPREDICTOR_LIBS = $(LIBPREDICTOR) $(GLIB_LIBS) $(XML_LIBS) $(JSON_LIBS) $(ZLIB_LIBS) -lm

include %D%/base/local.mk
include %D%/trace/program/local.mk
include %D%/trace/text/local.mk
include %D%/params/local.mk
include %D%/lattice/local.mk
include %D%/timeline/local.mk
include %D%/graph/local.mk
include %D%/pool/local.mk
include %D%/sim/objects/local.mk
include %D%/sim/core/local.mk
include %D%/sim/calls/local.mk
include %D%/sim/watch/local.mk
include %D%/sim/policy/local.mk
include %D%/sim/local.mk
include %D%/analysis/activity/local.mk
include %D%/analysis/predict/local.mk
include %D%/analysis/sweep/local.mk
include %D%/analysis/explain/local.mk
include %D%/analysis/schedule/local.mk
include %D%/analysis/tasks/local.mk
include %D%/report/local.mk
include %D%/replay/local.mk
include %D%/dap/local.mk
include %D%/cli/local.mk
