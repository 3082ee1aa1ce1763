# files of params/ that are installed or distributed
paramsdir = $(pkgdatadir)/params
dist_params_DATA = \
	%D%/cluster-modern.par \
	%D%/ideal.par \
	%D%/network.par \
	%D%/transputer.par \
	$(NULL)
