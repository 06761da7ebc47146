package io.keelson.cluster.io;

/**
 * One process of one machine, which no other ever is.
 *
 * @param machine what a process number is unique in: the boot and the process namespace; empty where a death cannot be proved by a
 *     process table
 * @param number the number of the process there
 * @param started when the process started, in the process table's own unit
 */
public record ProcessMark(String machine, long number, long started) {}
