package io.keelson.kernel.work;

import java.time.Instant;

/**
 * Why a pool has as many threads as it has.
 *
 * @param at when it was decided
 * @param pool the queue name of the pool
 * @param before how many threads there were
 * @param after how many there are to be; may be as many, where a trial was ruled out
 * @param reason what was seen, in a sentence
 */
public record PoolDecision(Instant at, String pool, int before, int after, String reason) {}
