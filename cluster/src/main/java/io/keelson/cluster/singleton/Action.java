package io.keelson.cluster.singleton;

import io.keelson.kernel.spi.membership.ClusterMember;
import org.jspecify.annotations.Nullable;

/** Effects that a {@link SingletonMachine} asks for. */
sealed interface Action {
    record Claim(String name) implements Action {}

    record Release(String name) implements Action {}

    record Activate(String name, long epoch) implements Action {}

    record Deactivate(String name, long epoch) implements Action {}

    /** Tells another server; null: all others. */
    record Tell(@Nullable ClusterMember to, Notice notice) implements Action {}

    /** Something that an operator should hear of. */
    record Say(What what, String name, long epoch, String detail) implements Action {}

    /** Events of which an operator hears. */
    enum What {
        ACTIVE,
        ENDED,
        FAILED,
        HANGS,
        DEACTIVATION_HANGS,
        EXHAUSTED
    }
}
