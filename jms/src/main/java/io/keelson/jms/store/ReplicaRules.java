package io.keelson.jms.store;

import java.time.Duration;

/**
 * The rules of a replicated log.
 *
 * @param self the server that owns the log
 * @param home the server that gets the log back when it is there
 * @param alone true if the owner goes on without a copy, false if writes wait for one
 * @param patience for how long writes wait for a copy, or for an answer of one, until it counts as lost
 */
public record ReplicaRules(String self, String home, boolean alone, Duration patience) {}
