# Debian packages: dpkg-buildpackage in the top folder of a clone or an archive.
EXTRA_DIST += \
	%D%/changelog \
	%D%/control \
	%D%/copyright \
	%D%/libdvm-record-dev.install \
	%D%/libdvm-record0.install \
	%D%/predictor-doc.install \
	%D%/predictor-mpi.install \
	%D%/predictor.docs \
	%D%/predictor.install \
	%D%/rules \
	%D%/source/format \
	%D%/source/lintian-overrides \
	$(NULL)
