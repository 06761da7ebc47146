package io.keelson.kernel.work;

import java.time.Instant;

/**
 * Decision about the number of threads of a pool, with its reason.
 *
 * @param at when it was decided
 * @param pool the queue name of the pool
 * @param before how many threads there were
 * @param after how many there are to be; may be as many, where a trial was ruled out
 * @param reason what was seen, in a sentence
 */
public record PoolDecision(Instant at, String pool, int before, int after, String reason) {}
