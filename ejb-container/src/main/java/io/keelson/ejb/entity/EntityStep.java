package io.keelson.ejb.entity;

import io.keelson.ejb.context.Phase;
import io.keelson.ejb.invocation.BeanCall;
import io.keelson.ejb.invocation.Refusal;
import io.keelson.ejb.invocation.Step;
import io.keelson.ejb.log.EjbLog;
import io.keelson.ejb.model.BeanModel;
import io.keelson.ejb.model.ConcurrencyStrategy;
import io.keelson.ejb.model.EntityModel;
import io.keelson.ejb.model.EntityModel.Operation;
import io.keelson.ejb.model.EntitySettings;
import jakarta.ejb.ConcurrentAccessTimeoutException;
import jakarta.ejb.DuplicateKeyException;
import jakarta.ejb.EJBException;
import jakarta.ejb.NoSuchEJBException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The instance step of an entity bean: it finds the instance of the entity object in the transaction, or makes a pooled one ready, and
 * calls it. Thread-safe. See docs/design/entity-beans.md.
 *
 * <p>Specification: Enterprise JavaBeans 2.1, 12.1.4 to 12.1.13 and 18.3.
 */
public final class EntityStep implements Step {
    private final BeanModel model;
    private final EntityModel entity;
    private final EntitySettings settings;
    private final ApplicationEntities application;
    private final EntityPersistence persistence;
    private final EntitySurroundings surroundings;
    private final EntityOperations operations;
    private final EntityPool pool;
    private final ReadyCache cache;
    private final KeyLocks locks = new KeyLocks();
    private final KeyText keys;

    /**
     * Makes the step of a bean.
     *
     * @param application the entity objects of its application, by transaction
     */
    public EntityStep(
            BeanModel model,
            ApplicationEntities application,
            EntityPersistence persistence,
            EntitySurroundings surroundings) {
        this.model = model;
        this.entity = Objects.requireNonNull(model.entity(), "the model of an entity bean");
        this.settings = entity.settings();
        this.application = application;
        this.persistence = persistence;
        this.surroundings = surroundings;
        this.operations = new EntityOperations(model.beanClass(), entity);
        this.pool = new EntityPool(model.name(), persistence, surroundings, settings.mostFree());
        this.cache = new ReadyCache(settings.mostCached());
        this.keys = new KeyText(model.beanClass().getClassLoader());
    }

    String name() {
        return model.name();
    }

    /** Returns the model of the bean. */
    public BeanModel model() {
        return model;
    }

    boolean readOnly() {
        return settings.strategy() == ConcurrencyStrategy.READ_ONLY;
    }

    private boolean keptBetweenTransactions() {
        return switch (settings.strategy()) {
            case READ_ONLY, EXCLUSIVE -> true;
            case OPTIMISTIC -> settings.cacheBetweenTransactions();
            case DATABASE -> false;
        };
    }

    /** Makes the instances that are there before the first call. */
    public void start() {
        try {
            pool.fill(settings.initialFree());
        } catch (Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalArgumentException("its initial instances cannot be made: " + e, e);
        }
    }

    /** Returns how many instances have no identity. */
    public int free() {
        return pool.size();
    }

    /** Returns how many entity objects are locked by a transaction or wanted by one. */
    public int locked() {
        return locks.size();
    }

    /** Ends all instances that no transaction uses. */
    public void close() {
        cache.clear().forEach(this::passivate);
        pool.close();
    }

    @Override
    public @Nullable Object run(BeanCall call) throws Throwable {
        TransactionEntities within = application.current();
        if (within != null
                && settings.isolation() != 0
                && surroundings.transactions().isolation() == 0) {
            surroundings.transactions().isolation(settings.isolation());
        }
        Operation operation = entity.operations().get(call.method().index());
        try {
            return switch (operation.meaning()) {
                case BUSINESS, REMOVE, TIMEOUT -> onObject(call, operation, within);
                case CREATE -> create(call, operation, within);
                case FIND -> find(call, operation, within);
                case HOME -> home(call, operation, within);
            };
        } catch (Throwable e) {
            deadlock(within, e);
            throw e;
        }
    }

    private boolean isSystem(Throwable thrown, BeanCall call) {
        return model.exceptions().of(thrown, call.method().method()) == null;
    }

    // ---- methods of an entity object -------------------------------------------------------------------------------

    private @Nullable Object onObject(BeanCall call, Operation operation, @Nullable TransactionEntities within)
            throws Throwable {
        Object key = call.key();
        if (key == null) {
            throw new Refusal(new EJBException("a call of entity bean " + name() + " without a primary key"));
        }
        boolean remove = operation.meaning() == EntityModel.Meaning.REMOVE;
        if (remove && readOnly()) {
            throw new Refusal(new EJBException(
                    "entity bean " + name() + " is read-only: its entity objects cannot be removed by it"));
        }
        Object owner = within != null ? within : new Object();
        EntityInstance instance = acquired(within, owner, key);
        boolean broken = true;
        try {
            load(instance, key);
            Object result = remove ? removed(instance) : operations.call(operation, instance.bean(), call.arguments());
            if (!remove && (within == null || !settings.delayUpdates()) && !readOnly()) {
                instance.leave(); // what it has changed so far is to be stored
                instance.enter();
                store(within, instance);
                flush(within);
            }
            broken = false;
            return result;
        } catch (Throwable thrown) {
            broken = isSystem(thrown, call);
            throw thrown;
        } finally {
            instance.leave();
            leave(within, owner, key, instance, broken);
        }
    }

    /** The instance of an entity object, entered by this call. */
    private EntityInstance acquired(@Nullable TransactionEntities within, Object owner, Object key) throws Throwable {
        EntityInstance there = within == null ? null : within.find(this, key);
        if (there == null) {
            lock(within, owner, key);
            try {
                there = ready(key);
            } catch (Throwable e) {
                if (within == null) {
                    unlock(key, owner);
                }
                throw e;
            }
            if (within != null && !within.add(this, key, there)) {
                passivate(there);
                throw new Refusal(new EJBException("the transaction of a call of " + name() + " has ended meanwhile"));
            }
        }
        if (there.removed()) {
            throw gone(key);
        }
        if (there.depth() > 0 && !entity.reentrant()) {
            throw new Refusal(new EJBException("entity bean " + name() + " '" + key
                    + "' is called while it serves a call of the same transaction; it is not declared reentrant"));
        }
        there.enter();
        return there;
    }

    private Refusal gone(Object key) {
        return new Refusal(new NoSuchEJBException("the entity object " + name() + " '" + key + "' has been removed"));
    }

    /** Returns how many instances with an identity wait for a call. */
    public int cached() {
        return cache.size();
    }

    /** An instance with identity: a cached one, or one from the pool. */
    private EntityInstance ready(Object key) throws Throwable {
        if (keptBetweenTransactions()) {
            EntityInstance cached = cache.take(key);
            if (cached != null) {
                if (!fresh(key, cached)) {
                    cached.stale();
                }
                persistence.resume(cached);
                return cached;
            }
        }
        EntityInstance instance = pool.take();
        instance.identify(key);
        persistence.reset(instance);
        surroundings.run(Phase.ACTIVATION, key, () -> {
            instance.bean().ejbActivate();
            return instance;
        });
        return instance;
    }

    private boolean fresh(Object key, EntityInstance cached) {
        if (!cached.loaded()) {
            return false;
        }
        if (cache.stale(key, cached.loadedAt())) {
            return false;
        }
        if (!readOnly()) {
            return settings.cacheBetweenTransactions();
        }
        long now = surroundings.ticker().nanoTime();
        boolean old = settings.readTimeoutSeconds() > 0
                && now - cached.loadedAt() >= TimeUnit.SECONDS.toNanos(settings.readTimeoutSeconds());
        return !old;
    }

    private void load(EntityInstance instance, Object key) throws Throwable {
        if (instance.loaded()) {
            return;
        }
        long at = surroundings.ticker().nanoTime();
        persistence.load(instance);
        surroundings.run(Phase.BUSINESS, key, () -> {
            instance.bean().ejbLoad();
            return instance;
        });
        instance.loaded(at);
    }

    private @Nullable Object removed(EntityInstance instance) throws Throwable {
        instance.bean().ejbRemove();
        instance.remove();
        persistence.remove(instance);
        surroundings.removed(Objects.requireNonNull(instance.key(), "an instance with identity"));
        return null;
    }

    /** Stores an instance: {@code ejbStore}, then the changes that the container has seen. */
    void store(@Nullable TransactionEntities within, EntityInstance instance) throws Throwable {
        Object key = Objects.requireNonNull(instance.key(), "an instance with identity");
        try {
            instance.stored();
            if (!operations.modified(instance.bean())) {
                return;
            }
            surroundings.run(Phase.BUSINESS, key, () -> {
                instance.bean().ejbStore();
                return instance;
            });
            if (persistence.store(instance)) {
                instance.change();
            }
        } catch (Throwable e) {
            if (within != null) {
                deadlock(within, e);
                within.drop(this, key, instance);
            }
            throw e;
        }
    }

    private static void flush(@Nullable TransactionEntities within) throws Throwable {
        if (within != null) {
            within.store();
        }
    }

    private void leave(
            @Nullable TransactionEntities within, Object owner, Object key, EntityInstance instance, boolean broken) {
        if (within == null) {
            try {
                if (!broken) {
                    alone(key, instance);
                    release(instance, true);
                }
            } finally {
                unlock(key, owner);
            }
        } else if (broken) {
            within.drop(this, key, instance);
        } else if (within.ended() && instance.depth() == 0) {
            instance.stale();
            passivate(instance); // the transaction was rolled back while the call ran
        }
    }

    /** The end of a call without a transaction. */
    private void alone(Object key, EntityInstance instance) {
        if (instance.changed()) {
            Set<EntityChanges.Stale> changes = new LinkedHashSet<>();
            changed(key, instance, changes);
            instance.unchanged();
            application.committed(changes);
        }
    }

    /** Returns true if the transaction uses an entity object. */
    public boolean has(TransactionEntities within, Object key) {
        EntityInstance there = within.find(this, key);
        return there != null && !there.removed();
    }

    /**
     * Returns the instance of an entity object in a transaction, loaded.
     *
     * @throws IllegalArgumentException when it has been removed
     */
    public EntityInstance instance(TransactionEntities within, Object key) throws Throwable {
        EntityInstance there = within.find(this, key);
        if (there == null) {
            lock(within, within, key);
            there = ready(key);
            within.add(this, key, there);
        }
        if (there.removed()) {
            throw new IllegalArgumentException("the entity object " + name() + " '" + key + "' has been removed");
        }
        load(there, key);
        return there;
    }

    /** Removes an entity object, as another one on which it depends has been removed. */
    public void cascade(TransactionEntities within, Object key) throws Throwable {
        EntityInstance there = within.find(this, key);
        if (there != null && there.removed()) {
            return;
        }
        EntityInstance instance = instance(within, key);
        surroundings.run(Phase.BUSINESS, key, () -> {
            removed(instance);
            return instance;
        });
    }

    // ---- the home --------------------------------------------------------------------------------------------------

    private Object create(BeanCall call, Operation operation, @Nullable TransactionEntities within) throws Throwable {
        if (readOnly()) {
            throw new Refusal(
                    new EJBException("entity bean " + name() + " is read-only: it cannot create entity objects"));
        }
        EntityInstance instance = pool.take();
        Object owner = within != null ? within : new Object();
        Object key = null;
        boolean broken = true;
        boolean done = false;
        try {
            persistence.reset(instance);
            Object returned = operations.call(operation, instance.bean(), call.arguments());
            key = persistence.created(instance, returned);
            identify(within, owner, key, instance);
            instance.inserting(true);
            instance.enter();
            Object created = key;
            surroundings.run(Phase.BUSINESS, key, () -> {
                operations.post(operation, instance.bean(), call.arguments());
                return instance;
            });
            persistence.insert(instance);
            instance.inserting(false);
            instance.change();
            if (within == null || !settings.delayUpdates()) {
                store(within, instance);
                flush(within);
            }
            instance.leave();
            done = true;
            broken = false;
            return created;
        } catch (Throwable thrown) {
            broken = isSystem(thrown, call);
            throw thrown;
        } finally {
            created(within, owner, key, instance, broken, done);
        }
    }

    private void identify(@Nullable TransactionEntities within, Object owner, Object key, EntityInstance instance)
            throws Throwable {
        EntityInstance other = within == null ? null : within.find(this, key);
        if (other != null && !other.removed()) {
            throw new DuplicateKeyException("entity bean " + name() + " '" + key + "' is there already");
        }
        lock(within, owner, key);
        instance.identify(key);
        instance.loaded(surroundings.ticker().nanoTime());
        if (within != null) {
            if (other != null) {
                pool.give(other);
            }
            within.add(this, key, instance);
        }
    }

    private void created(
            @Nullable TransactionEntities within,
            Object owner,
            @Nullable Object key,
            EntityInstance instance,
            boolean broken,
            boolean done) {
        if (key == null || instance.key() == null) {
            if (!broken) {
                pool.give(instance);
            }
        } else if (within == null) {
            leave(null, owner, key, instance, broken || !done);
        } else if (!done) {
            within.drop(this, key, instance);
            if (!broken) {
                pool.give(instance);
            }
        }
    }

    private @Nullable Object find(BeanCall call, Operation operation, @Nullable TransactionEntities within)
            throws Throwable {
        if (!operation.shown().getName().equals("findByPrimaryKey")) {
            flush(within); // a key is not changed by what is not stored yet
        }
        if (operation.target() == null) {
            return persistence.find(operation, call.arguments());
        }
        return Objects.requireNonNull(
                pooled(call, operation), operation.target() + " returned null instead of what it has found");
    }

    private @Nullable Object home(BeanCall call, Operation operation, @Nullable TransactionEntities within)
            throws Throwable {
        flush(within); // the specification asks for it before finders only, and home methods look at rows too
        return pooled(call, operation);
    }

    /** Calls a method on an instance without identity. */
    private @Nullable Object pooled(BeanCall call, Operation operation) throws Throwable {
        EntityInstance instance = pool.take();
        boolean broken = true;
        try {
            Object result = operations.call(operation, instance.bean(), call.arguments());
            broken = false;
            return result;
        } catch (Throwable thrown) {
            broken = isSystem(thrown, call);
            throw thrown;
        } finally {
            if (!broken) {
                pool.give(instance);
            }
        }
    }

    // ---- the end of a transaction ----------------------------------------------------------------------------------

    void ended(Object key, EntityInstance instance, boolean committed, Set<EntityChanges.Stale> changes) {
        if (committed && instance.changed()) {
            changed(key, instance, changes);
        } else if (!committed && settings.strategy() == ConcurrencyStrategy.OPTIMISTIC && keptBetweenTransactions()) {
            invalidate(key); // it may have lost against somebody whose commit is not known here
        }
        instance.unchanged();
        if (instance.depth() > 0) {
            return; // a call still runs: it lets the instance go
        }
        release(instance, committed);
    }

    private void release(EntityInstance instance, boolean committed) {
        if (instance.removed()) {
            pool.give(instance);
            return;
        }
        if (!committed) {
            instance.stale();
        }
        if (committed && keptBetweenTransactions()) {
            List<EntityInstance> going = new ArrayList<>(cache.put(instance));
            going.forEach(this::passivate);
        } else {
            passivate(instance);
        }
    }

    /** Makes what others have cached of a changed entity object stale, and notes what other servers may have cached. */
    private void changed(Object key, EntityInstance instance, Set<EntityChanges.Stale> changes) {
        if (application.shared()) {
            for (String each : settings.invalidationTargets()) {
                changes.add(new EntityChanges.Stale(each, application.text(each, key)));
            }
        }
        application.invalidate(settings.invalidationTargets(), key);
        if (!readOnly() && settings.cacheBetweenTransactions() && keptBetweenTransactions()) {
            if (application.shared()) {
                changes.add(new EntityChanges.Stale(name(), text(key)));
            }
            boolean overtaken = cache.stale(key, instance.loadedAt()); // somebody else has committed since
            long now = surroundings.ticker().nanoTime();
            cache.invalidate(key, now);
            if (overtaken) {
                instance.stale();
            } else if (instance.loaded()) {
                instance.loaded(now + 1);
            }
        }
    }

    /** Returns the text by which other servers know a key; empty: all of the bean. */
    String text(Object key) {
        try {
            String text = keys.ofAnyLength(key);
            return KeyText.isPlain(text) ? text : "";
        } catch (IllegalArgumentException e) {
            return "";
        }
    }

    /** Makes stale what another server has changed. Empty text: all of the bean. */
    void stale(String text) {
        if (text.isEmpty() || !KeyText.isPlain(text)) {
            cache.invalidateAll(surroundings.ticker().nanoTime());
            return;
        }
        try {
            invalidate(keys.key(text, entity.keyClass()));
        } catch (IllegalArgumentException e) {
            EjbLog.LOG.debugf(e, "a key of %s that another server has changed", name());
            cache.invalidateAll(surroundings.ticker().nanoTime());
        }
    }

    /** Makes what was loaded of an entity object stale. */
    void invalidate(Object key) {
        cache.invalidate(key, surroundings.ticker().nanoTime());
    }

    private void passivate(EntityInstance instance) {
        try {
            surroundings.run(Phase.ACTIVATION, instance.key(), () -> {
                instance.bean().ejbPassivate();
                return instance;
            });
        } catch (Throwable e) { // an application's code may throw anything; the instance is gone
            EjbLog.LOG.entityEndFailed(name(), surroundings.module(), "ejbPassivate", e);
            return;
        }
        pool.give(instance);
    }

    // ---- locks -----------------------------------------------------------------------------------------------------

    private void lock(@Nullable TransactionEntities within, Object owner, Object key) throws Refusal {
        if (settings.strategy() != ConcurrencyStrategy.EXCLUSIVE) {
            return;
        }
        Object holder;
        try {
            holder = locks.take(key, owner, surroundings.longestWait().toNanos());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Refusal(new ConcurrentAccessTimeoutException(
                    "the thread was interrupted while it waited for " + name() + " '" + key + "'"));
        }
        if (holder == null) {
            if (within != null) {
                within.locked(this, key);
            }
            return;
        }
        String mine = within == null ? "[]" : within.order();
        String theirs = holder instanceof TransactionEntities other ? other.order() : "[]";
        EjbLog.LOG.entityLockTimeout(name(), String.valueOf(key), surroundings.module(), mine, theirs);
        throw new Refusal(new ConcurrentAccessTimeoutException("another transaction has the entity object " + name()
                + " '" + key + "', and did not end within "
                + surroundings.longestWait().toMillis() + " ms; this transaction has " + mine + ", the other one "
                + theirs));
    }

    void unlock(Object key, Object owner) {
        if (settings.strategy() == ConcurrencyStrategy.EXCLUSIVE) {
            locks.release(key, owner);
        }
    }

    /** Names a transaction that the database has chosen as the victim of a deadlock. */
    private void deadlock(@Nullable TransactionEntities within, Throwable thrown) {
        if (within == null || within.kept("deadlock") != null) {
            return;
        }
        int depth = 0;
        for (Throwable each = thrown; each != null && depth < 20; each = each.getCause(), depth++) {
            boolean victim = each instanceof SQLException sql
                    && sql.getSQLState() != null
                    && sql.getSQLState().startsWith("40");
            if (victim) {
                within.keep("deadlock", thrown);
                TransactionEntities rival = within.rival();
                EjbLog.LOG.entityDeadlock(
                        name(),
                        surroundings.module(),
                        within.order(),
                        rival == null ? "unknown" : rival.order(),
                        String.valueOf(each.getMessage()));
                return;
            }
        }
    }
}
