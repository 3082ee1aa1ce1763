# The recorder: what it writes is what predictor reads.
tests_libtest_a_SOURCES += %D%/structure.c %D%/structure.h
check_PROGRAMS += %D%/trace-structure

unit_tests += %D%/test-record
%C%_test_record_SOURCES = %D%/recording.c %D%/recording.h %D%/test-record.c
%C%_test_record_LDADD = $(LDADD) $(DVM_RECORD_LIBS)

# The programs are compiled as a user would, which the sanitizers have nothing to say about.
dist_check_SCRIPTS += %D%/test-record-samples.sh
plain_tests += %D%/test-record-samples.sh
EXTRA_DIST += %D%/samples
