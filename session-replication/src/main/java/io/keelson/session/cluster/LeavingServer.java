package io.keelson.session.cluster;

import io.keelson.base.time.Deadline;
import io.keelson.base.time.Ticker;
import io.keelson.kernel.spi.membership.ClusterMember;
import io.keelson.session.replica.ClusterSnapshot;
import io.keelson.session.replica.ReplicaEvent;
import io.keelson.session.replica.ReplicaMessage.Holding;
import java.util.Collection;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.ToIntFunction;

/** This server takes sessions, or hands all that it has over to others. Thread-safe. */
final class LeavingServer {
    private static final long LOOK_MILLIS = 20;

    private final Replication of;
    private final ClusterMember self;
    private final ClusterKnowledge knowledge;
    private final ReplicaMessaging others;
    private final Collection<Slots> applications;
    private final ScheduledExecutorService thread;
    private final Ticker ticker;
    private volatile boolean leaving;

    LeavingServer(
            Replication of,
            ClusterMember self,
            ClusterKnowledge knowledge,
            ReplicaMessaging others,
            Collection<Slots> applications,
            ScheduledExecutorService thread,
            Ticker ticker) {
        this.of = of;
        this.self = self;
        this.knowledge = knowledge;
        this.others = others;
        this.applications = applications;
        this.thread = thread;
        this.ticker = ticker;
    }

    /** Returns whether it leaves, or has left. */
    boolean leaving() {
        return leaving;
    }

    /** Takes sessions, for the first time or again. */
    void stay() {
        leaving = false;
        knowledge.leaving(self, false);
        say(false);
        of.all(new ReplicaEvent.Leave(false));
    }

    /** Hands all sessions over to others, at most until the deadline. */
    void leave(Deadline deadline) {
        long begun = ticker.nanoTime();
        int had = count(Holding.PRIMARY);
        boolean nothing = leaving || !hasAny();
        leaving = true;
        say(true);
        if (nothing) {
            return;
        }
        of.all(new ReplicaEvent.Leave(true));
        CountDownLatch done = new CountDownLatch(1);
        thread.execute(() -> look(done, deadline));
        try {
            done.await(Math.max(1, deadline.remaining().toNanos()), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        int left = count(Holding.PRIMARY);
        if (left > 0) {
            ReplicationLog.LOG.endWithServer(left, deadline.passed() ? "the time was over" : "no other server stays");
        }
        if (had > left) {
            ReplicationLog.LOG.handedOver(had - left, (ticker.nanoTime() - begun) / 1_000_000);
        }
    }

    private void look(CountDownLatch done, Deadline deadline) {
        ClusterSnapshot now = of.snapshot();
        boolean alone = now.others().stream().allMatch(now.leaving()::contains);
        if (alone || !hasAny() || deadline.passed()) {
            done.countDown();
        } else {
            thread.schedule(() -> look(done, deadline), LOOK_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    private void say(boolean leaves) {
        others.say(of.snapshot().others(), leaves);
    }

    private boolean hasAny() {
        return count(Holding.PRIMARY) + count(Holding.BACKUP) + sum(Slots::ending) > 0;
    }

    private int count(Holding holding) {
        return sum(application -> application.count(holding));
    }

    private int sum(ToIntFunction<Slots> number) {
        return applications.stream().mapToInt(number).sum();
    }
}
