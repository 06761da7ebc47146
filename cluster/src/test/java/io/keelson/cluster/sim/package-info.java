/**
 * Several servers in one thread, from a seed: the production code over a clock, a network, disks and a process table that
 * are made up. Everything that happens comes out of one queue and one random generator, so the same seed gives the same
 * history, byte by byte. See docs/design/leases.md.
 */
package io.keelson.cluster.sim;
