package io.keelson.cluster.sim;

import io.keelson.kernel.spi.lease.Lease;
import io.keelson.kernel.spi.record.ClusterRecords;
import io.keelson.kernel.spi.record.RecordTable;
import io.keelson.kernel.spi.record.RecordTable.Change;
import io.keelson.kernel.spi.record.RecordTable.Outcome;
import io.keelson.kernel.spi.record.RecordTable.Result;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/** A timer in the records of the cluster: whoever owns it reads its number, and counts it up by one under the lease's fence. */
final class SimTimer {
    private static final String KEY = "timer";

    private final World world;
    private final String server;
    private final RecordTable table;
    private boolean underWay;

    SimTimer(World world, String server, ClusterRecords records) {
        this.world = world;
        this.server = server;
        this.table = records.open("timers/app", 10, () -> {});
    }

    /** Counts up once, unless that is under way. */
    void tick(Lease lease) {
        if (underWay) {
            return;
        }
        underWay = true;
        long least = world.history.lastFired();
        table.read(0).whenComplete((delta, failure) -> {
            underWay = false;
            if (failure == null) {
                act(lease, delta.changed(), least);
            }
        });
    }

    private void act(Lease lease, List<RecordTable.Entry> entries, long least) {
        Change change;
        long number = 0;
        if (entries.isEmpty()) {
            change = new Change.Add(KEY, bytes(0));
        } else {
            RecordTable.Entry entry = entries.get(0);
            number = ByteBuffer.wrap(entry.value()).getLong();
            change = new Change.Replace(KEY, entry.version(), bytes(number + 1));
        }
        if (number < least) {
            world.history.violation(
                    world.now(), "lost", server + " reads " + number + " after " + least + " was acknowledged");
        }
        boolean first = entries.isEmpty();
        long next = number + 1;
        underWay = true;
        table.change(change, Optional.of(lease.fence())).whenComplete((outcome, failure) -> {
            underWay = false;
            if (failure == null && !first) {
                done(lease, next, outcome);
            }
        });
    }

    private void done(Lease lease, long number, Outcome outcome) {
        if (outcome.result() == Result.DONE) {
            world.history.fired(world.now(), server, number, lease.epoch());
        }
    }

    private static byte[] bytes(long number) {
        return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
    }
}
