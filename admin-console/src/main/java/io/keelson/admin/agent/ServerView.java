package io.keelson.admin.agent;

import io.keelson.kernel.work.WorkManagerRuntime;
import io.keelson.net.Channels.ListeningChannel;
import java.time.Duration;
import java.util.List;

/**
 * The server at a moment.
 *
 * @param name its name
 * @param domain its domain's
 * @param cluster its cluster's; empty: it is in none
 * @param state where it is in its life
 * @param version of Keelson
 * @param uptime since the process began
 * @param heapUsedBytes memory of the heap in use
 * @param heapMaximumBytes the most that it may be
 * @param threads live threads
 * @param members servers of its cluster that it sees, itself included; 0: it is in none
 * @param leases leases that it has heard of
 * @param leasesHeld how many of them are its own, as far as it has heard
 * @param workManagers its work managers
 * @param channels the channels that listen
 * @param sessions its sessions by application
 */
public record ServerView(
        String name,
        String domain,
        String cluster,
        String state,
        String version,
        Duration uptime,
        long heapUsedBytes,
        long heapMaximumBytes,
        int threads,
        int members,
        int leases,
        int leasesHeld,
        List<WorkManagerRuntime> workManagers,
        List<ListeningChannel> channels,
        List<SessionCount> sessions) {
    public ServerView {
        workManagers = List.copyOf(workManagers);
        channels = List.copyOf(channels);
        sessions = List.copyOf(sessions);
    }

    /**
     * Sessions of an application.
     *
     * @param application its name
     * @param contextRoot where it is reached
     * @param storeType where they are kept
     * @param inMemory how many are in this server's memory
     * @param behind how many have a state that no store has as yet
     */
    public record SessionCount(String application, String contextRoot, String storeType, long inMemory, long behind) {}
}
