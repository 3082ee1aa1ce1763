# Every command while the system fails it: a library that is preloaded lets calls fail.
check_PROGRAMS += %D%/faults.so
%C%_faults_so_SOURCES = %D%/faults.c
%C%_faults_so_CFLAGS = -std=gnu17 $(WARN_CFLAGS) -fPIC
%C%_faults_so_LDFLAGS = -shared
%C%_faults_so_LDADD = -ldl

fault_scripts = \
	%D%/test-threads.sh \
	$(NULL)
# The sanitizers ask for memory in their own way, and have nothing to say about disks.
fault_plain_scripts = \
	%D%/test-disk.sh \
	%D%/test-memory.sh \
	$(NULL)
dist_check_SCRIPTS += $(fault_scripts) $(fault_plain_scripts)
EXTRA_DIST += %D%/faults.sh %D%/memory.sh
TESTS += $(fault_scripts)
plain_tests += $(fault_plain_scripts)
