package io.keelson.session.cluster;

import java.time.Duration;

/**
 * The replicated sessions of an application on this server, for management.
 *
 * @param application the deployment
 * @param primaries sessions that this server serves
 * @param secondaries copies that it keeps for others
 * @param sessionsWithoutSecondary sessions that are on this server alone, as far as it knows: what a crash now would lose
 * @param behind sessions with changes that no other server has yet
 * @param updatesBehind how many requests' changes that are, in all: what a crash now may lose where requests do not wait
 * @param behindFor how old the oldest of these changes is
 * @param moves sessions that were handed over to another server
 * @param passedOn requests that were taken to the server that has their session, which had moved again and again
 * @param discarded updates that were lost because both sides of a partition went on with a session
 * @param bytes what sessions and copies take, as bytes
 */
public record ReplicationRuntime(
        String application,
        int primaries,
        int secondaries,
        long sessionsWithoutSecondary,
        long behind,
        long updatesBehind,
        Duration behindFor,
        long moves,
        long passedOn,
        long discarded,
        long bytes) {}
