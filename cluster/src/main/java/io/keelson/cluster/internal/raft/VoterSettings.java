package io.keelson.cluster.internal.raft;

import io.microraft.RaftConfig;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Settings of a voter. MicroRaft's own times are whole seconds; they pass {@code scale} times as fast.
 *
 * @param self the id under which this server votes
 * @param initial the ids of those who voted first, the same on every voter for ever
 * @param scale how many of MicroRaft's seconds pass in one: 10 makes a heart-beat 100 ms, the time-out of a leader
 *     400 ms, an election 100 ms
 * @param snapshotEvery after how many decided operations the state is written whole
 * @param compactBytes from which size on the log file is written anew
 */
public record VoterSettings(String self, List<String> initial, int scale, int snapshotEvery, long compactBytes) {
    public static final int SCALE = 10;

    private static final int HEARTBEAT_SECONDS = 1;
    private static final int TIMEOUT_SECONDS = 4;

    public VoterSettings {
        initial = List.copyOf(initial);
    }

    /** Settings as servers use them. */
    public static VoterSettings of(String self, List<String> initial) {
        return new VoterSettings(self, initial, SCALE, 1_000, 4L << 20);
    }

    /** Returns what MicroRaft takes for a second. */
    private long second() {
        return TimeUnit.SECONDS.toNanos(1) / scale;
    }

    /** Nanoseconds between two signs of life of a leader. */
    long heartbeat() {
        return HEARTBEAT_SECONDS * second();
    }

    /** Nanoseconds after which a leader that says nothing is gone. */
    long timeout() {
        return TIMEOUT_SECONDS * second();
    }

    RaftConfig config() {
        return RaftConfig.newBuilder()
                .setLeaderHeartbeatPeriodSecs(HEARTBEAT_SECONDS)
                .setLeaderHeartbeatTimeoutSecs(TIMEOUT_SECONDS)
                .setLeaderElectionTimeoutMillis(1_000)
                .setCommitCountToTakeSnapshot(snapshotEvery)
                .setMaxPendingLogEntryCount(Math.max(snapshotEvery, 1_000))
                .setAppendEntriesRequestBatchSize(100)
                .setTransferSnapshotsFromFollowersEnabled(false)
                .setRaftNodeReportPublishPeriodSecs(Integer.MAX_VALUE / 1_000)
                .build();
    }
}
