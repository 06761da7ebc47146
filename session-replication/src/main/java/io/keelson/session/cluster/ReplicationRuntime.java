package io.keelson.session.cluster;

import io.keelson.base.measure.Described;
import java.time.Duration;

/** The replicated sessions of an application on this server, for management. */
public record ReplicationRuntime(
        @Described("The deployment.") String application,
        @Described("Sessions that this server serves.") int primaries,

        @Described("Copies of sessions that this server keeps for others.")
        int secondaries,

        @Described("Sessions that are on this server alone, as far as it knows: what a crash now would lose.")
        long sessionsWithoutSecondary,

        @Described("Sessions with changes that no other server has yet.")
        long behind,

        @Described(
                "How many requests' changes no other server has yet: what a crash now may lose where requests do not wait.")
        long updatesBehind,

        @Described("How old the oldest change is that no other server has yet.")
        Duration behindFor,

        @Described(value = "Sessions that were handed over to another server.", grows = true)
        long moves,

        @Described(
                value =
                        "Requests that were taken to the server that has their session, which had moved again and again.",
                grows = true)
        long passedOn,

        @Described(
                value = "Updates that were lost because both sides of a partition went on with a session.",
                grows = true)
        long discarded,

        @Described(value = "What sessions and copies take, as bytes.", unit = Described.Unit.BYTES)
        long bytes) {}
