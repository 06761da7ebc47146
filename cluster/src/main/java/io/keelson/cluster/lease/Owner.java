package io.keelson.cluster.lease;

import io.keelson.cluster.io.ProcessMark;

/**
 * One life of one server: what owns a lease. A server that has been restarted is another owner.
 *
 * @param server the server's name in the domain
 * @param life a number that no other life of the server has
 * @param machine what a process number is unique in: the boot and the process namespace; empty where a death cannot be
 *     proved by a process table
 * @param process the number of the process there
 * @param started when the process started, in the process table's own unit
 */
public record Owner(String server, long life, String machine, long process, long started) {
    /** A life of a server, in a process. */
    public static Owner of(String server, long life, ProcessMark process) {
        return new Owner(server, life, process.machine(), process.number(), process.started());
    }

    /** The process that the owner is. */
    public ProcessMark mark() {
        return new ProcessMark(machine, process, started);
    }

    @Override
    public String toString() {
        return server + "/" + Long.toHexString(life);
    }
}
