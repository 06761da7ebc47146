package io.keelson.session.replica;

/**
 * Remnant of a session that has ended: enough to refuse a primary or a copy that has not heard of it. There are as many
 * as sessions end in the time that this is remembered, so it is small.
 *
 * @param epoch the epoch in which it ended
 * @param since when this server heard of it, in the nanoseconds that the machine is given
 * @param lineage how it had come there
 */
public record Remnant(long epoch, long since, Lineage lineage) {}
