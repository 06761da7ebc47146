package io.keelson.ejb.entity;

import jakarta.ejb.EJBException;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The entity objects that a transaction uses, in the order of first access: that is the order in which they are stored. Used by the thread
 * of the transaction; the end may come on another one, so its monitor guards the map.
 *
 * <p>Specification: Enterprise JavaBeans 2.1, 12.1.5 and 12.1.12.
 */
public final class TransactionEntities {
    /** So often may storing change what was stored already. */
    private static final int MOST_PASSES = 100;

    private final ApplicationEntities application;
    private final Map<Identity, EntityInstance> used = new LinkedHashMap<>();
    private final Set<Identity> accessed = new LinkedHashSet<>();
    private final List<Identity> locked = new ArrayList<>();
    private final Map<Object, Object> kept = new ConcurrentHashMap<>();
    private final List<Writer> writers = new CopyOnWriteArrayList<>();
    private final long began;
    private volatile long endedAs;
    private boolean storing;
    private boolean ended;

    TransactionEntities(ApplicationEntities application, long began) {
        this.application = application;
        this.began = began;
    }

    void endedAs(long number) {
        endedAs = number;
    }

    /** Returns true if this transaction ended when the other one had begun. */
    boolean endedAfter(TransactionEntities other) {
        return endedAs > other.began;
    }

    /** The identity of an entity object. */
    record Identity(EntityStep step, Object key) {
        @Override
        public String toString() {
            return step.name() + "[" + key + "]";
        }
    }

    /** Writes what instances have handed to it. */
    public interface Writer {
        /** Writes all. */
        void flush() throws Exception;
    }

    /** Returns what a room keeps with the transaction; null: nothing. */
    public @Nullable Object kept(Object key) {
        return kept.get(key);
    }

    /** Keeps something with the transaction. */
    public void keep(Object key, Object value) {
        kept.put(key, value);
        if (value instanceof Writer writer) {
            writers.add(writer);
        }
    }

    @Nullable
    EntityInstance find(EntityStep step, Object key) {
        synchronized (used) {
            return used.get(new Identity(step, key));
        }
    }

    /** Adds an instance; returns false if the transaction has ended. */
    boolean add(EntityStep step, Object key, EntityInstance instance) {
        synchronized (used) {
            if (!ended) {
                used.put(new Identity(step, key), instance);
                accessed.add(new Identity(step, key));
            }
            return !ended;
        }
    }

    /** Forgets an instance; returns true if it was this transaction's. */
    boolean drop(EntityStep step, Object key, EntityInstance instance) {
        synchronized (used) {
            return used.remove(new Identity(step, key), instance);
        }
    }

    void locked(EntityStep step, Object key) {
        synchronized (used) {
            locked.add(new Identity(step, key));
        }
    }

    boolean ended() {
        synchronized (used) {
            return ended;
        }
    }

    boolean shares(TransactionEntities other) {
        List<Identity> theirs;
        synchronized (other.used) {
            theirs = new ArrayList<>(other.accessed);
        }
        synchronized (used) {
            return theirs.stream().anyMatch(accessed::contains);
        }
    }

    /** Returns the entity objects in the order of first access, for messages. */
    String order() {
        synchronized (used) {
            return accessed.stream().map(Identity::toString).collect(Collectors.joining(", ", "[", "]"));
        }
    }

    /** Returns a transaction that uses an entity object which this one uses too; null: there is none. */
    @Nullable
    TransactionEntities rival() {
        return application.rival(this);
    }

    /** Stores all that has changed, in the order of first access. */
    public void store() throws Throwable {
        if (storing) {
            return;
        }
        storing = true;
        try {
            for (int pass = 0; ; pass++) {
                Map<Identity, EntityInstance> changed = toStore();
                if (changed.isEmpty()) {
                    break;
                }
                if (pass > MOST_PASSES) {
                    throw new EJBException("the ejbStore methods of " + changed.keySet()
                            + " change one another's entity objects without end");
                }
                for (Map.Entry<Identity, EntityInstance> each : changed.entrySet()) {
                    each.getKey().step().store(this, each.getValue());
                }
            }
            for (Writer writer : writers) {
                writer.flush();
            }
        } finally {
            storing = false;
        }
    }

    private Map<Identity, EntityInstance> toStore() {
        synchronized (used) {
            Map<Identity, EntityInstance> changed = new LinkedHashMap<>();
            used.forEach((identity, instance) -> {
                if (instance.toStore() && !identity.step().readOnly()) {
                    changed.put(identity, instance);
                }
            });
            return changed;
        }
    }

    Synchronization synchronization() {
        return new Synchronization() {
            @Override
            public void beforeCompletion() {
                try {
                    store();
                } catch (RuntimeException | Error e) {
                    throw e;
                } catch (Throwable e) {
                    throw new EJBException("entity beans could not be stored before the commit: " + e, asException(e));
                }
            }

            @Override
            public void afterCompletion(int status) {
                end(status == Status.STATUS_COMMITTED);
            }
        };
    }

    private static @Nullable Exception asException(Throwable e) {
        return e instanceof Exception exception ? exception : null;
    }

    private void end(boolean committed) {
        Map<Identity, EntityInstance> ending;
        List<Identity> unlocking;
        synchronized (used) {
            ended = true;
            ending = new LinkedHashMap<>(used);
            unlocking = new ArrayList<>(locked);
            used.clear();
            kept.clear();
            writers.clear();
        }
        application.ended(this);
        Set<EntityChanges.Stale> changes = new LinkedHashSet<>();
        try {
            ending.forEach((identity, instance) -> identity.step().ended(identity.key(), instance, committed, changes));
            application.committed(changes);
        } finally {
            unlocking.forEach(identity -> identity.step().unlock(identity.key(), this));
        }
    }
}
