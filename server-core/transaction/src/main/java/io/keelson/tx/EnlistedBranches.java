package io.keelson.tx;

import io.keelson.kernel.spi.transaction.Cancellable;
import io.keelson.kernel.spi.transaction.LocalResource;
import io.keelson.kernel.spi.transaction.LocalResource.Role;
import io.keelson.kernel.spi.transaction.TransactionId;
import jakarta.transaction.RollbackException;
import jakarta.transaction.SystemException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;

/**
 * The branches of one transaction, in the order in which they joined, which numbers them. A branch joins only while the transaction is
 * open, and only beside branches of the same run of the transaction log. Thread-safe: its lock guards the list and the association of each
 * branch.
 *
 * <p>Specification: Jakarta Transactions 2.0, 3.3.1 Resource Enlistment.
 */
final class EnlistedBranches {
    /** The transaction as its branches see it. Called with the lock of the branches. */
    interface Owner {
        TransactionId id();

        /**
         * Returns the id by which the transaction is decided, and opens the log.
         *
         * @throws SystemException where the log cannot be opened
         */
        TransactionId durableId() throws SystemException;

        /** Takes the id by which the transaction is decided from now on. */
        void decidedBy(TransactionId durable);

        /**
         * Refuses where the transaction takes no resource.
         *
         * @throws RollbackException where it is marked for rollback
         * @throws IllegalStateException where it is completing or over
         */
        void checkActive() throws RollbackException;

        /** Returns true if the transaction is neither completing nor over; it may be marked for rollback. */
        boolean isOpen();

        /** Returns the transaction with its status, for messages. */
        String state();

        /** Marks the transaction for rollback. */
        void mark(Throwable cause);
    }

    private final Owner owner;
    private final ReentrantLock lock = new ReentrantLock();
    private final List<Branch> branches = new ArrayList<>(2);
    private final List<Branch> view = Collections.unmodifiableList(branches);

    EnlistedBranches(Owner owner) {
        this.owner = owner;
    }

    /** Returns a view for the thread that completes the transaction: none joins from then on. */
    List<Branch> all() {
        return view;
    }

    boolean isEmpty() {
        lock.lock();
        try {
            return branches.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    /** Returns the names of the resources. */
    List<String> resources() {
        lock.lock();
        try {
            return branches.stream().map(Branch::resource).toList();
        } finally {
            lock.unlock();
        }
    }

    /** Returns the branches that have two phases, those of other servers among them. */
    List<Branch.Xa> xa() {
        lock.lock();
        try {
            return branches.stream()
                    .filter(Branch.Xa.class::isInstance)
                    .map(Branch.Xa.class::cast)
                    .toList();
        } finally {
            lock.unlock();
        }
    }

    // ---- joining and leaving ---------------------------------------------------------------------------------------

    /** Starts a branch of a resource, or goes on with the one that the resource has. */
    void enlist(String name, XAResource resource) throws RollbackException, SystemException {
        lock.lock();
        try {
            owner.checkActive();
            for (Branch each : branches) {
                if (each instanceof Branch.Xa xa && xa.xa() == resource) {
                    xa.startAgain();
                    return;
                }
            }
            checkRole(name, null);
            TransactionId durable = durableId(); // the one before may be of no log
            branches.add(Branch.Xa.start(name, resource, BranchXid.of(durable, branches.size() + 1, name)));
        } catch (XAException e) {
            SystemException refused = new SystemException(
                    "resource " + name + " did not join transaction " + owner.id() + ": " + XaErrors.text(e));
            refused.initCause(e);
            throw refused;
        } finally {
            lock.unlock();
        }
    }

    /** Adds a resource that has no prepare. */
    void enlist(LocalResource resource) throws RollbackException, SystemException {
        lock.lock();
        try {
            owner.checkActive();
            checkRole(resource.name(), resource.role());
            branches.add(new Branch.Local(resource));
        } finally {
            lock.unlock();
        }
    }

    /**
     * Adds another server, also where the transaction is marked for rollback: that server has to hear of it. One that may not join marks
     * the transaction.
     *
     * @return false where the transaction is completing or over
     */
    boolean add(Branch.Xa otherServer) {
        lock.lock();
        try {
            if (!owner.isOpen()) {
                return false;
            }
            try {
                checkRole(otherServer.resource(), null);
            } catch (SystemException e) {
                owner.mark(e);
            }
            branches.add(otherServer);
            return true;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Returns the id by which the transaction is decided, of the log as it is open now.
     *
     * @throws SystemException where the log cannot be opened, or was closed after branches had joined
     */
    TransactionId durableId() throws SystemException {
        lock.lock();
        try {
            TransactionId durable = owner.durableId();
            checkSameLog(durable);
            owner.decidedBy(durable);
            return durable;
        } finally {
            lock.unlock();
        }
    }

    /** Refuses another branch where the log was opened again: the branches before are of an epoch that is over. */
    private void checkSameLog(TransactionId durable) throws SystemException {
        for (Branch each : branches) {
            if (each instanceof Branch.Xa xa
                    && !xa.isServer()
                    && !xa.xid().transaction().equals(durable)) {
                SystemException refused = new SystemException("transaction " + owner.id()
                        + " takes no more resources: the transaction log was closed meanwhile, as its lease was lost");
                owner.mark(refused);
                throw refused;
            }
        }
    }

    /**
     * Refuses a resource that may not join those that take part.
     *
     * @param role null for an XA resource
     */
    private void checkRole(String name, @Nullable Role role) throws SystemException {
        for (Branch each : branches) {
            Role other = each instanceof Branch.Local local ? local.local().role() : null;
            if (role == Role.ALONE || other == Role.ALONE) {
                throw new SystemException(cannotJoin(name)
                        + (role == Role.ALONE ? name : each.resource())
                        + " has global-transactions-protocol one-phase-commit and has to be the only resource of its transaction; give it"
                        + " an XA driver and two-phase-commit, or logging-last-resource");
            }
            if (role == Role.LAST && other == Role.LAST) {
                throw new SystemException(cannotJoin(name)
                        + "both have global-transactions-protocol logging-last-resource, and only one resource can be the last;"
                        + " give one of them an XA driver and two-phase-commit");
            }
        }
    }

    private String cannotJoin(String name) {
        return "resource " + name + " cannot join transaction " + owner.id() + " beside "
                + String.join(", ", branches.stream().map(Branch::resource).toList()) + ": ";
    }

    /**
     * Ends the association of a resource, with a flag of {@link XAResource#end}. One that fails marks the transaction for rollback.
     *
     * @return false where the resource does not take part
     */
    boolean delist(XAResource resource, int flag) throws SystemException {
        lock.lock();
        try {
            if (!owner.isOpen()) {
                throw new IllegalStateException(owner.state() + ": no resource can be delisted");
            }
            for (Branch each : branches) {
                if (each instanceof Branch.Xa xa && xa.xa() == resource) {
                    xa.end(flag);
                    if (flag == XAResource.TMFAIL) {
                        owner.mark(new XAException("resource " + xa.resource() + " was delisted as failed"));
                    }
                    return true;
                }
            }
            return false;
        } catch (XAException e) {
            owner.mark(e);
            SystemException refused =
                    new SystemException("a resource did not leave transaction " + owner.id() + ": " + XaErrors.text(e));
            refused.initCause(e);
            throw refused;
        } finally {
            lock.unlock();
        }
    }

    // ---- the end ---------------------------------------------------------------------------------------------------

    /** Ends the associations of all branches, and returns the last failure; null where there was none. */
    @Nullable
    Throwable end(int flag) {
        Throwable refused = null;
        lock.lock();
        try {
            for (Branch each : branches) {
                if (each instanceof Branch.Xa xa) {
                    try {
                        xa.end(flag);
                    } catch (XAException | RuntimeException e) { // a driver may throw anything
                        refused = e;
                    }
                }
            }
        } finally {
            lock.unlock();
        }
        return refused;
    }

    /** Cancels what is under way in the resources. Returns true if none of them is in use. */
    boolean cancel() {
        boolean idle = true;
        lock.lock();
        try {
            for (Branch each : branches) {
                Object resource = each instanceof Branch.Xa xa ? xa.xa() : ((Branch.Local) each).local();
                idle &= !(resource instanceof Cancellable cancellable) || cancellable.cancel();
            }
        } finally {
            lock.unlock();
        }
        return idle;
    }
}
