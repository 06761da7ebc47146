package io.keelson.cluster.lease;

/**
 * One state of one lease, as it was seen: who saw it twice, a duration apart, knows that it was not renewed between.
 *
 * @param name the lease
 * @param epoch of the grant
 * @param counter of the renewals since
 */
public record Stamp(String name, long epoch, long counter) {}
