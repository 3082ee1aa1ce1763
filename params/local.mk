# files of params/ that are installed or distributed
paramsdir = $(pkgdatadir)/params
dist_params_DATA = \
	%D%/aries.par \
	%D%/cluster-modern.par \
	%D%/clusters.par \
	%D%/cppe.par \
	%D%/ethernet-10g.par \
	%D%/ideal.par \
	%D%/infiniband-hdr.par \
	%D%/infiniband-ndr.par \
	%D%/network.par \
	%D%/node.par \
	%D%/raspberry-pi.par \
	%D%/roce-100g.par \
	%D%/slingshot.par \
	%D%/transputer.par \
	$(NULL)
