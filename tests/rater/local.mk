# Suites of tests/rater/, linked with nothing but rater/: it stands alone.
tests_libtest_a_SOURCES += \
	%D%/check-real.h \
	%D%/geometry.c %D%/geometry.h \
	%D%/move-naive.c %D%/move-naive.h \
	%D%/random.c %D%/random.h \
	%D%/shadow-naive.c %D%/shadow-naive.h \
	$(NULL)
rater_ldadd = tests/libtest.a rater/librater.a $(CUNIT_LIBS) -lm
unit_tests += \
	%D%/test-align \
	%D%/test-blocks \
	%D%/test-dist \
	%D%/test-grid \
	%D%/test-hostile \
	%D%/test-loop \
	%D%/test-mapping \
	%D%/test-network \
	%D%/test-range \
	%D%/test-shadow \
	%D%/test-shadow-random \
	%D%/test-weigh \
	%D%/test-pairs \
	%D%/test-pipeline \
	%D%/test-pipeline-init \
	%D%/test-section \
	%D%/test-transfer \
	%D%/test-transfer-limits \
	%D%/test-transfer-random \
	$(NULL)
%C%_test_align_LDADD = $(rater_ldadd)
%C%_test_blocks_LDADD = $(rater_ldadd)
%C%_test_dist_LDADD = $(rater_ldadd)
%C%_test_grid_LDADD = $(rater_ldadd)
%C%_test_hostile_LDADD = $(rater_ldadd)
%C%_test_loop_LDADD = $(rater_ldadd)
%C%_test_mapping_LDADD = $(rater_ldadd)
%C%_test_network_LDADD = $(rater_ldadd)
%C%_test_range_LDADD = $(rater_ldadd)
%C%_test_shadow_LDADD = $(rater_ldadd)
%C%_test_shadow_random_LDADD = $(rater_ldadd)
%C%_test_weigh_LDADD = $(rater_ldadd)
%C%_test_pairs_LDADD = $(rater_ldadd)
%C%_test_pipeline_LDADD = $(rater_ldadd)
%C%_test_pipeline_init_LDADD = $(rater_ldadd)
%C%_test_section_LDADD = $(rater_ldadd)
%C%_test_transfer_LDADD = $(rater_ldadd)
%C%_test_transfer_limits_LDADD = $(rater_ldadd)
%C%_test_transfer_random_LDADD = $(rater_ldadd)

# Networks with topology.
%C%_libratertest_a_SOURCES += \
	%D%/network-naive.c %D%/network-naive.h \
	%D%/network-naive-flow.c %D%/network-naive-flow.h

unit_tests += %D%/test-networks-random
%C%_test_networks_random_SOURCES = %D%/test-networks-random.c
%C%_test_networks_random_CPPFLAGS = $(unit_cppflags)
%C%_test_networks_random_LDADD = $(rater_ldadd)

unit_tests += %D%/test-networks
%C%_test_networks_SOURCES = %D%/test-networks.c
%C%_test_networks_CPPFLAGS = $(unit_cppflags)
%C%_test_networks_LDADD = $(rater_ldadd)

unit_tests += %D%/test-networks-separable
%C%_test_networks_separable_SOURCES = %D%/test-networks-separable.c
%C%_test_networks_separable_CPPFLAGS = $(unit_cppflags)
%C%_test_networks_separable_LDADD = $(rater_ldadd)

unit_tests += %D%/test-shadow-exchange
%C%_test_shadow_exchange_SOURCES = %D%/test-shadow-exchange.c
%C%_test_shadow_exchange_CPPFLAGS = $(unit_cppflags)
%C%_test_shadow_exchange_LDADD = $(rater_ldadd)

unit_tests += %D%/test-transfer-exchange
%C%_test_transfer_exchange_SOURCES = %D%/test-transfer-exchange.c
%C%_test_transfer_exchange_CPPFLAGS = $(unit_cppflags)
%C%_test_transfer_exchange_LDADD = $(rater_ldadd)
