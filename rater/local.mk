# Geometry and communication cost: C17 and libm only.
noinst_LIBRARIES += %D%/librater.a
%C%_librater_a_SOURCES =

include %D%/geometry/local.mk
include %D%/network/local.mk
include %D%/topology/local.mk
include %D%/exchange/local.mk
include %D%/shadow/local.mk
include %D%/pipeline/local.mk
include %D%/transfer/local.mk
