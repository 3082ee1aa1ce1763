# The recorder: what it writes is what predictor reads.
tests_libtest_a_SOURCES += %D%/structure.c %D%/structure.h
check_PROGRAMS += %D%/trace-structure

record_test = %D%/recording.c %D%/recording.h
unit_tests += %D%/test-record %D%/test-record-mistakes %D%/test-record-random
%C%_test_record_SOURCES = %D%/test-record.c $(record_test)
%C%_test_record_LDADD = $(LDADD) $(DVM_RECORD_LIBS)
%C%_test_record_mistakes_SOURCES = %D%/test-record-mistakes.c $(record_test)
%C%_test_record_mistakes_LDADD = $(LDADD) $(DVM_RECORD_LIBS)
record_random = %D%/random-calls.c %D%/random-calls.h
%C%_test_record_random_SOURCES = %D%/test-record-random.c $(record_test) $(record_random)
%C%_test_record_random_LDADD = $(LDADD) $(DVM_RECORD_LIBS)

# The programs are compiled as a user would, which the sanitizers have nothing to say about.
dist_check_SCRIPTS += %D%/test-record-examples.sh %D%/test-record-samples.sh
plain_tests += %D%/test-record-examples.sh %D%/test-record-samples.sh
EXTRA_DIST += %D%/samples

check_PROGRAMS += %D%/ending
%C%_ending_LDADD = $(DVM_RECORD_LIBS)
dist_check_SCRIPTS += %D%/test-record-endings.sh
TESTS += %D%/test-record-endings.sh
