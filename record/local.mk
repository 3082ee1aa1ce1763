# The recorder: a library of its own, which needs C11, POSIX and, for compressed traces, zlib. The archive
# has position-independent objects, of which the shared library is made as well.
lib_LIBRARIES += %D%/libdvm-record.a
include_HEADERS += %D%/dvm-record.h %D%/grain-timing.h
nodist_pkgconfig_DATA += %D%/dvm-record.pc
%C%_libdvm_record_a_SOURCES = \
	%D%/arrays.c \
	%D%/calls.def \
	%D%/loops.c %D%/loops.h \
	%D%/operations.c %D%/operations.h \
	%D%/recorder.c %D%/recorder.h \
	%D%/session.c \
	%D%/text.c %D%/text.h \
	%D%/writer.c %D%/writer.h \
	$(NULL)
%C%_libdvm_record_a_CPPFLAGS = -I$(srcdir) -D_POSIX_C_SOURCE=200809L -DDVMR_ZLIB $(ZLIB_CFLAGS)
%C%_libdvm_record_a_CFLAGS = \
	-std=c11 -pedantic $(WARN_CFLAGS) $(HARDEN_CFLAGS) $(PATH_CFLAGS) $(SAN_CFLAGS) -fPIC \
	-fvisibility=hidden

DVM_RECORD = %D%/libdvm-record.a
DVM_RECORD_LIBS = $(DVM_RECORD) $(ZLIB_LIBS) -lpthread

# The name changes with what programs were compiled against.
DVM_RECORD_SO = libdvm-record.so.0
noinst_DATA += %D%/$(DVM_RECORD_SO)
CLEANFILES += %D%/$(DVM_RECORD_SO)
%D%/$(DVM_RECORD_SO): $(DVM_RECORD) %D%/dvm-record.map
	$(AM_V_CCLD)$(CC) $(CFLAGS) $(SAN_CFLAGS) $(LDFLAGS) -shared -Wl,-soname,$(DVM_RECORD_SO) \
		-Wl,-z,relro -Wl,-z,now -Wl,--version-script=$(srcdir)/%D%/dvm-record.map -o $@ \
		-Wl,--whole-archive $(DVM_RECORD) -Wl,--no-whole-archive $(ZLIB_LIBS) -lpthread

install-exec-local: %D%/$(DVM_RECORD_SO)
	$(MKDIR_P) '$(DESTDIR)$(libdir)'
	$(INSTALL_PROGRAM) %D%/$(DVM_RECORD_SO) '$(DESTDIR)$(libdir)/$(DVM_RECORD_SO)'
	cd '$(DESTDIR)$(libdir)' && rm -f libdvm-record.so && $(LN_S) $(DVM_RECORD_SO) libdvm-record.so

uninstall-local:
	cd '$(DESTDIR)$(libdir)' && rm -f $(DVM_RECORD_SO) libdvm-record.so

# Modules are made by the compiler of the program: the source is what is installed.
if FORTRAN
include_HEADERS += %D%/dvm_record.f90
endif
exampledir = $(docdir)/examples
dist_example_DATA = \
	%D%/examples/README.md \
	%D%/examples/cg-mpi.c \
	%D%/examples/cg.c \
	%D%/examples/fft-mpi.c \
	%D%/examples/fft.c \
	%D%/examples/fft.h \
	%D%/examples/jacobi-mpi.c \
	%D%/examples/jacobi.c \
	%D%/examples/ping-pong.c \
	%D%/examples/seconds.h \
	$(NULL)
dist_example_SCRIPTS = %D%/examples/measure.sh

EXTRA_DIST += %D%/dvm-record.map %D%/dvm_record.f90
