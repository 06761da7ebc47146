package io.keelson.tx;

import io.keelson.base.config.Configuration;
import io.keelson.base.subsystem.ServerIdentity;
import io.keelson.base.subsystem.Services;
import io.keelson.base.subsystem.Subsystem;
import io.keelson.base.subsystem.SubsystemFactory;
import io.keelson.base.thread.Threads;
import io.keelson.base.time.Deadline;
import io.keelson.kernel.naming.NameOwner;
import io.keelson.kernel.naming.Naming;
import io.keelson.kernel.spi.lease.Lease;
import io.keelson.kernel.spi.lease.LeaseClaim;
import io.keelson.kernel.spi.lease.LeaseListener;
import io.keelson.kernel.spi.lease.LeaseLoss;
import io.keelson.kernel.spi.lease.LeaseService;
import io.keelson.kernel.spi.membership.ClusterView;
import io.keelson.kernel.spi.resource.ServerConnections;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import javax.naming.NamingException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Makes the server own its transaction log by the lease {@code transactions/SERVER}, and has it recover the logs of members that are gone.
 * It comes after leases, which may need data sources, which need transactions. Where there are no leases the log has none.
 */
public final class TransactionOwnershipFactory implements SubsystemFactory {
    /** For {@link java.util.ServiceLoader}. */
    public TransactionOwnershipFactory() {}

    @Override
    public String name() {
        return "transaction-ownership";
    }

    @Override
    public Set<Class<?>> requires() {
        return Set.of(OwnedLog.class);
    }

    @Override
    public Set<Class<?>> uses() {
        return Set.of(LeaseService.class, ClusterView.class, ServerConnections.class);
    }

    @Override
    public Subsystem create(Services services) {
        return new Ownership(services);
    }

    /** The subsystem; the kernel calls it from one thread at a time, the leases from theirs. The lock guards the claim. */
    private static final class Ownership implements Subsystem, LeaseListener {
        private final Services services;
        private final OwnedLog owned;
        private final ReentrantLock lock = new ReentrantLock();
        private @Nullable LeaseService leases;
        private @Nullable LeaseClaim claim;
        private @Nullable MemberRecovery members;
        private ClusterView.@Nullable Subscription returns;
        private @Nullable NameOwner relies;
        private boolean stopped;

        Ownership(Services services) {
            this.services = services;
            this.owned = services.get(OwnedLog.class);
        }

        @Override
        public void start() {
            services.find(ServerConnections.class).ifPresent(owned.connections());
            services.get(Configuration.class)
                    .get(TransactionSettings.class)
                    .database()
                    .ifPresent(this::check);
            Optional<LeaseService> found = services.find(LeaseService.class);
            if (found.isEmpty()) {
                owned.log().unleased();
                return;
            }
            leases = found.get();
            owned.log().leased(this::claimOnce);
            Optional<ClusterView> view = services.find(ClusterView.class)
                    .filter(each -> each.cluster().isPresent());
            if (view.isPresent()) {
                ClusterView cluster = view.get();
                MemberRecovery made = new MemberRecovery(
                        found.get(),
                        () -> cluster.current().formed() ? cluster.current().missing() : Set.of(),
                        owned.places(),
                        owned.automatic(),
                        owned.recovery());
                members = made;
                owned.members(made);
                returns = cluster.subscribe(
                        (now, change) -> change.joined().forEach(member -> made.returned(member.server())));
                made.start();
            }
        }

        /** Says that the data source of the log is missing, and keeps one that is there from being removed. */
        private void check(JdbcLogSettings database) {
            Naming naming = services.get(Naming.class);
            String reason = "what is bound so is no data source";
            try {
                if (naming.context().lookup(database.source()) instanceof DataSource) {
                    reason = "";
                }
            } catch (NamingException e) {
                reason = String.valueOf(e.getMessage());
            }
            if (!reason.isEmpty()) {
                TransactionLog.LOG.noDataSource(owned.log().toString(), database.source(), reason);
            }
            NameOwner owner = naming.owner("the transaction log", null);
            relies = owner;
            naming.relies(database.source(), owner, false);
        }

        private void claimOnce() {
            LeaseService service = leases;
            lock.lock();
            try {
                if (claim == null && !stopped && service != null) {
                    ServerIdentity server = services.get(ServerIdentity.class);
                    claim = service.claim(MemberRecovery.leaseOf(server.name()), this);
                }
            } catch (IllegalStateException e) {
                // The admin server of a cluster owns nothing; nobody else takes its log either.
                TransactionLog.LOG.debugf(e, "no lease for the transaction log");
                owned.log().unleased();
            } finally {
                lock.unlock();
            }
        }

        @Override
        public void granted(Lease lease) {
            owned.log().granted(new Tenure(lease.epoch(), lease::stillMine));
            owned.recoverSoon().run();
        }

        @Override
        public void lost(Lease lease, LeaseLoss why) {
            if (why != LeaseLoss.RELEASED && why != LeaseLoss.STOPPED) {
                TransactionLog.LOG.leaseLost(lease.name(), why.toString());
            }
            Threads.daemon("keelson.tx: end of the log", owned.log()::lost).start();
        }

        /** Before the leases stop: applications have ended, nothing is decided any more. */
        @Override
        public void stop(Deadline deadline) {
            ClusterView.Subscription subscribed = returns;
            if (subscribed != null) {
                subscribed.close();
            }
            MemberRecovery recovering = members;
            if (recovering != null) {
                recovering.close();
            }
            LeaseClaim held;
            lock.lock();
            try {
                stopped = true;
                held = claim;
            } finally {
                lock.unlock();
            }
            owned.stop().run();
            NameOwner relied = relies;
            if (relied != null) {
                relied.close();
            }
            if (held != null) {
                held.close();
            }
        }
    }
}
