package io.keelson.cluster.singleton;

import io.keelson.kernel.spi.membership.ClusterMember;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Events that a {@link SingletonMachine} takes. */
sealed interface Event {
    /** There is another view. */
    record Viewed(List<ClusterMember> members) implements Event {}

    /** This server runs, and may have services; or stops, and lets them go. */
    record Running(boolean running) implements Event {}

    /** This server has a service; null: it is none of an application. */
    record Offered(
            String name,
            SingletonSettings settings,
            @Nullable String application) implements Event {
        Offered(String name, SingletonSettings settings) {
            this(name, settings, null);
        }
    }

    /** There is a service that this server can never have. */
    record Observed(String name, SingletonSettings settings) implements Event {}

    /** This server has a service no more: its application goes. */
    record Withdrawn(String name) implements Event {}

    /** The withdrawn service hangs: nothing that comes of it is heard of any more. */
    record Abandoned(String name) implements Event {}

    /** Another server tells something. */
    record Heard(ClusterMember from, Notice notice) implements Event {}

    /** The lease of a service is this server's. */
    record Granted(String name, long epoch) implements Event {}

    /** The lease of a service has been lost. */
    record Lost(String name, long epoch, String why) implements Event {}

    /** The claim is given back. */
    record Released(String name) implements Event {}

    /** {@code activate} has returned. */
    record Activated(String name, long epoch) implements Event {}

    /** {@code activate} has thrown. */
    record Failed(String name, long epoch, String why) implements Event {}

    /** {@code deactivate} has returned, or thrown. */
    record Deactivated(String name, long epoch) implements Event {}

    /** Somebody wants a service on a server. */
    record Wished(String name, ClusterMember to, String by) implements Event {}

    /** Some time has passed. */
    record Tick() implements Event {}
}
