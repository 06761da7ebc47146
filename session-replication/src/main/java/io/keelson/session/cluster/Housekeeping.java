package io.keelson.session.cluster;

import io.keelson.base.time.Ticker;
import io.keelson.cluster.membership.Membership;
import io.keelson.kernel.spi.membership.ClusterMember;
import io.keelson.session.replica.ClusterSnapshot;
import io.keelson.session.replica.ReplicaEvent;
import io.keelson.session.replica.ReplicaMessage.Holding;
import java.time.Duration;
import java.util.Collection;
import java.util.Set;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Housekeeping of the sessions as time passes. Those that wait for something hear of the time, those without a copy get one,
 * and knowledge that has been kept long enough goes. Used by the thread of the sessions.
 */
final class Housekeeping {
    private static final Duration TICK = Duration.ofMillis(100);
    /** Greatest number of sessions that get another secondary, or another primary, in a tick: the requests go first. */
    private static final int MOST_TENDED = 500;
    /** In how many ticks it is looked once for sessions without a copy, while nothing happens: to look at all of them takes time. */
    private static final int TICKS_OF_PEACE = 10;
    /** For how many ticks it is looked in each, after the servers have changed or a session was without a copy. */
    private static final int TICKS_OF_CARE = 30;
    /** Time after its expiry at which a copy goes that no server has asked for, in milliseconds. */
    private static final long OVERDUE_MILLIS = Duration.ofMinutes(10).toMillis();

    private final Replication of;
    private final Membership membership;
    private final ClusterKnowledge outlook;
    private final UnresponsiveMembers unresponsive;
    private final Collection<Slots> applications;
    private final Ticker ticker;
    private @Nullable ClusterSnapshot around;
    private int careUntil = TICKS_OF_CARE;
    private long reported;
    private int ticks;

    Housekeeping(
            Replication of,
            Membership membership,
            ClusterKnowledge outlook,
            UnresponsiveMembers unresponsive,
            Collection<Slots> applications,
            Ticker ticker) {
        this.of = of;
        this.membership = membership;
        this.outlook = outlook;
        this.unresponsive = unresponsive;
        this.applications = applications;
        this.ticker = ticker;
    }

    /** Begins, until that thread ends. */
    void start(ScheduledExecutorService thread) {
        thread.scheduleWithFixedDelay(this::tick, TICK.toNanos(), TICK.toNanos(), TimeUnit.NANOSECONDS);
    }

    private void tick() {
        try {
            Set<ClusterMember> returned = outlook.tick(ticker.nanoTime());
            askForViews(outlook.doubtsSince(ticker.nanoTime()));
            if (!returned.isEmpty()) {
                of.all(new ReplicaEvent.Viewed(returned));
            }
            for (Slots application : applications) {
                for (Slot slot : application.active) {
                    of.step(slot, new ReplicaEvent.Tick());
                }
            }
            if (cares() || ticks % TICKS_OF_PEACE == 0) {
                tend();
            }
            if (ticks % 10 == 0) {
                unresponsive.ask();
            }
            if (++ticks % 100 == 0) {
                sweep(ticker.nanoTime());
            }
        } catch (RuntimeException | Error e) { // the next tick would never come
            ReplicationLog.LOG.failed("any", e);
        }
    }

    /** Asks the others for their views, with each tick, as long as this server doubts its own. */
    private void askForViews(long doubted) {
        if (doubted != 0) {
            membership.sharedView().ask(of.snapshot().others(), () -> outlook.shared(doubted, ticker.nanoTime()));
        }
    }

    private boolean cares() {
        ClusterSnapshot now = of.snapshot();
        if (!now.equals(around)) {
            around = now;
            careUntil = ticks + TICKS_OF_CARE;
        }
        return ticks < careUntil;
    }

    private void tend() {
        int tended = 0;
        long exposed = 0;
        for (Slots application : applications) {
            for (Slot slot : application.byId.values()) {
                boolean needy;
                slot.lock.lock();
                try {
                    exposed += slot.replica.exposed() ? 1 : 0;
                    needy = slot.replica.needy();
                } finally {
                    slot.lock.unlock();
                }
                if (tended < MOST_TENDED && needy && !application.active.contains(slot)) {
                    tended++;
                    of.step(slot, new ReplicaEvent.Tend());
                }
            }
        }
        if (tended > 0) {
            careUntil = ticks + TICKS_OF_CARE;
        }
        report(exposed);
    }

    private void report(long exposed) {
        if (exposed == 0 && reported > 0) {
            ReplicationLog.LOG.withCopy();
            reported = 0;
        } else if (exposed > 0 && ticks % 50 == 0 && reported == 0) {
            ReplicationLog.LOG.withoutCopy(exposed);
            reported = exposed;
        }
    }

    /** Takes away what has been remembered long enough, and copies whose time is long over; keeps less of what has ended. */
    void sweep(long now) {
        long millis = ticker.currentTimeMillis();
        for (Slots application : applications) {
            for (Slot slot : application.byId.values()) {
                Holding holding = slot.replica.holding();
                if (holding == Holding.NONE || holding == Holding.ENDED) {
                    of.step(slot, new ReplicaEvent.Tick());
                    application.shrink(slot, now);
                } else if (ReplicatedSession.expires(slot.replica.image()) < millis - OVERDUE_MILLIS) {
                    application.forget(slot);
                }
            }
            application.forgetEnded(now);
        }
    }
}
