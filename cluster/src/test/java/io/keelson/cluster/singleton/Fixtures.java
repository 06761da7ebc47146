package io.keelson.cluster.singleton;

import io.keelson.kernel.spi.membership.ClusterMember;
import java.time.Duration;
import java.util.List;

/** What the tests of singleton services share. */
final class Fixtures {
    private Fixtures() {}

    static ClusterMember member(String server) {
        return member(server, 1);
    }

    static ClusterMember member(String server, int run) {
        return new ClusterMember(server, String.format("%08x", run) + "0".repeat(24));
    }

    /** Settings with little patience: one more attempt, a pause of a second. */
    static SingletonSettings settings(String preferred, boolean failback, String... candidates) {
        return new SingletonSettings(
                "x.Y",
                preferred,
                List.of(candidates),
                1,
                1_000,
                failback,
                Duration.ofSeconds(10),
                Duration.ofSeconds(10));
    }
}
