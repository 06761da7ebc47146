package io.keelson.tx;

import io.keelson.base.thread.Threads;
import io.keelson.kernel.spi.lease.Lease;
import io.keelson.kernel.spi.lease.LeaseClaim;
import io.keelson.kernel.spi.lease.LeaseListener;
import io.keelson.kernel.spi.lease.LeaseLoss;
import io.keelson.kernel.spi.lease.LeaseService;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Recovers the logs of servers of the cluster that are gone: takes the lease of such a log, opens it where it can be reached, and passes
 * until nothing is in doubt. What a server decided counts, whoever follows it. Everything but questions runs on one thread.
 */
final class MemberRecovery {
    private static final Duration LOOK = Duration.ofSeconds(5);

    /** Time for which a pass may wait for resources before it is an alarm. */
    private static final Duration LONGEST = Duration.ofMinutes(2);

    private final LeaseService leases;
    private final Supplier<Set<String>> missing;
    private final Function<String, LogPlace> logOf;
    private final BooleanSupplier automatic;
    private final Function<FileDecisions, Recovery> recovery;
    private final Map<String, Taking> takings = new ConcurrentHashMap<>();
    private final Set<String> asked = ConcurrentHashMap.newKeySet();
    private final Set<String> returned = ConcurrentHashMap.newKeySet();
    private @Nullable ScheduledExecutorService thread;

    /**
     * Recovers nothing yet.
     *
     * @param missing the servers of the cluster that are not seen
     * @param logOf where the log of a server would be
     * @param automatic whether nobody has to ask for it
     * @param recovery makes the recovery by a log, with the resources of this server
     */
    MemberRecovery(
            LeaseService leases,
            Supplier<Set<String>> missing,
            Function<String, LogPlace> logOf,
            BooleanSupplier automatic,
            Function<FileDecisions, Recovery> recovery) {
        this.leases = leases;
        this.missing = missing;
        this.logOf = logOf;
        this.automatic = automatic;
        this.recovery = recovery;
    }

    /** The lease of a server's log is called so. */
    static String leaseOf(String server) {
        return "transactions/" + server;
    }

    /** Begins to look for servers that are gone. */
    void start() {
        ScheduledExecutorService on = Threads.scheduler("keelson.tx: recovery of other servers", LONGEST);
        thread = on;
        var unused = on.scheduleWithFixedDelay(this::lookSafely, LOOK.toNanos(), LOOK.toNanos(), TimeUnit.NANOSECONDS);
    }

    private void lookSafely() {
        try {
            look();
        } catch (RuntimeException | Error e) { // the next look tries again
            TransactionLog.LOG.debugf(e, "a look at servers that are gone");
        }
    }

    /** Has the log of a server recovered though that is manual. Returns false where the server is seen, or has no log here. */
    boolean recover(String server) {
        if (!missing.get().contains(server) || !isThere(server)) {
            return false;
        }
        boolean unused = asked.add(server);
        return true;
    }

    private boolean isThere(String server) {
        LogPlace place = logOf.apply(server);
        try {
            return place.isThere();
        } catch (IOException e) { // the next look asks again
            TransactionLog.LOG.debugf(e, "nobody knows whether %s is there", place);
            return false;
        }
    }

    /** Returns what is in doubt by the logs that were taken. */
    List<Recovery.InDoubt> inDoubt() {
        return takings.values().stream()
                .flatMap(each -> each.inDoubt().stream())
                .toList();
    }

    /** Says that a server is seen again. One that goes once more before the next look has a log to be recovered anew. */
    void returned(String server) {
        boolean unused = returned.add(server);
    }

    /** One look. */
    void look() {
        for (String server : returned) {
            returned.remove(server);
            Taking before = takings.remove(server);
            if (before != null) {
                before.end();
            }
        }
        Set<String> gone = missing.get();
        takings.forEach((server, taking) -> {
            if (!gone.contains(server)) {
                taking.end();
                takings.remove(server);
                asked.remove(server);
            }
        });
        for (String server : gone) {
            boolean wanted = automatic.getAsBoolean() || asked.contains(server);
            if (wanted && !takings.containsKey(server) && isThere(server)) {
                take(server);
            }
        }
        takings.values().forEach(Taking::work);
    }

    private void take(String server) {
        try {
            takings.put(server, new Taking(server));
        } catch (IllegalStateException e) { // the admin server of a cluster owns nothing, and recovers nothing
            TransactionLog.LOG.debugf(e, "the log of %s is recovered by others", server);
            ScheduledExecutorService on = thread;
            if (on != null) {
                on.shutdown();
            }
        }
    }

    /** Gives everything back. */
    void close() {
        ScheduledExecutorService on = thread;
        if (on != null) {
            on.shutdownNow();
        }
        takings.values().forEach(Taking::end);
        takings.clear();
    }

    /** One log on its way to be recovered. */
    private final class Taking implements LeaseListener {
        private final String server;
        private final LeaseClaim claim;
        private volatile @Nullable Lease lease;
        private volatile @Nullable Recovery passes;
        private @Nullable FileDecisions log;
        private boolean said;
        private boolean done;

        Taking(String server) {
            this.server = server;
            this.claim = leases.claim(leaseOf(server), this);
        }

        @Override
        public void granted(Lease granted) {
            lease = granted;
        }

        @Override
        public void lost(Lease lost, LeaseLoss why) {
            lease = null;
        }

        List<Recovery.InDoubt> inDoubt() {
            Recovery running = passes;
            return running == null ? List.of() : running.inDoubt();
        }

        void work() {
            Lease held = lease;
            if (done) {
                return;
            }
            if (held == null) {
                closeLog();
                return;
            }
            FileDecisions taken = log;
            if (taken != null && taken.isStale()) {
                closeLog();
            }
            if (log == null && !open(held)) {
                return;
            }
            Recovery running = passes;
            if (running != null && running.pass()) {
                done = true;
                TransactionLog.LOG.memberRecovered(server);
                end();
            }
        }

        private boolean open(Lease held) {
            LogPlace place = logOf.apply(server);
            Tenure tenure = new Tenure(held.epoch(), held::stillMine);
            try {
                LogFile file = place.open(tenure);
                try {
                    FileDecisions taken = FileDecisions.take(file, server, tenure);
                    log = taken;
                    passes = recovery.apply(taken);
                    TransactionLog.LOG.memberTaken(server, place.toString(), held.epoch());
                    return true;
                } catch (IOException | RuntimeException e) {
                    file.close();
                    throw e;
                }
            } catch (IOException e) {
                if (!said) {
                    said = true;
                    TransactionLog.LOG.memberLeft(server, place.toString(), String.valueOf(e.getMessage()));
                }
                return false;
            }
        }

        private void closeLog() {
            FileDecisions open = log;
            log = null;
            passes = null;
            if (open != null) {
                try {
                    open.close();
                } catch (IOException e) {
                    TransactionLog.LOG.debugf(e, "the end of the log of %s", server);
                }
            }
        }

        void end() {
            closeLog();
            claim.close();
        }
    }
}
