package io.keelson.admin.domain;

import org.jspecify.annotations.Nullable;

/**
 * A server of a domain as an operator sees it.
 *
 * @param name its name
 * @param state its state; SHUTDOWN for one that does not run, FAILED for one that could not start or was killed, or where the
 *     node manager watches it FAILED_RESTARTING or FAILED_NOT_RESTARTABLE; UNREACHABLE for one whose machine is not heard of,
 *     NO_MACHINE for one whose machine was put out of the domain
 * @param pid its process; null where it does not run
 * @param address its default channel; null where it does not listen
 * @param management its management interface; null where it does not listen
 * @param cluster the cluster that it is a member of; null for none
 * @param alarm which of its threads hang, in a line; null for none
 */
public record ServerStatus(
        String name,
        String state,
        @Nullable Long pid,
        @Nullable Endpoint address,
        @Nullable Endpoint management,
        @Nullable String cluster,
        @Nullable String alarm) {
    private static final String SHUTDOWN = "SHUTDOWN";
    private static final String FAILED = "FAILED";
    private static final String UNKNOWN = "UNKNOWN";

    /** One of whose threads none hangs. */
    public ServerStatus(
            String name,
            String state,
            @Nullable Long pid,
            @Nullable Endpoint address,
            @Nullable Endpoint management,
            @Nullable String cluster) {
        this(name, state, pid, address, management, cluster, null);
    }

    /** The status of a server that has never been started. */
    static ServerStatus neverStarted(String name) {
        return new ServerStatus(name, SHUTDOWN, null, null, null, null);
    }

    /** The status of a server whose record this user may not read. */
    static ServerStatus unreadable(String name) {
        return new ServerStatus(name, UNKNOWN, null, null, null, null);
    }

    /** Returns whether this user may not read what the server says about itself. */
    public boolean unknown() {
        return state.equals(UNKNOWN);
    }

    /** The status by what a server has written last and whether its process is still there. */
    static ServerStatus of(ServerRecord record) {
        if (record.machine() != null) { // as that machine says; nobody here can look for the process
            return new ServerStatus(
                    record.name(),
                    record.state(),
                    record.pid() == 0 ? null : record.pid(),
                    record.address(),
                    record.management(),
                    null,
                    record.alarm());
        }
        if (record.process().isPresent()) {
            return new ServerStatus(
                    record.name(),
                    record.state(),
                    record.pid(),
                    record.address(),
                    record.management(),
                    null,
                    record.alarm());
        }
        String state = record.state().equals(SHUTDOWN) ? SHUTDOWN : FAILED;
        return new ServerStatus(record.name(), state, null, null, null, null);
    }

    /**
     * The same with what the node manager knows of a server that does not run: whether it comes again, or was killed by an order.
     *
     * @param last the process that wrote the server's record; 0 where there is none
     */
    ServerStatus watched(WatchRecord watch, long last) {
        boolean failed =
                watch.state() == WatchState.FAILED_RESTARTING || watch.state() == WatchState.FAILED_NOT_RESTARTABLE;
        boolean ordered = watch.state() == WatchState.SHUTDOWN && watch.pid() == last && state.equals(FAILED);
        return (failed || ordered) && !alive() && !unknown()
                ? new ServerStatus(name, watch.state().name(), null, null, null, cluster)
                : this;
    }

    /** The same server as a member of a cluster. */
    ServerStatus in(@Nullable String name) {
        return new ServerStatus(this.name, state, pid, address, management, name, alarm);
    }

    /** Returns whether its process is there. */
    public boolean alive() {
        return pid != null;
    }
}
