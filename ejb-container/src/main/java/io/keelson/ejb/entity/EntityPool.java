package io.keelson.ejb.entity;

import io.keelson.ejb.context.Phase;
import io.keelson.ejb.log.EjbLog;
import jakarta.transaction.Transaction;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The instances of an entity bean that have no identity. An instance is made when none is free; those beyond the limit end when they
 * come back. Thread-safe; its lock guards the free instances.
 *
 * <p>Specification: Enterprise JavaBeans 2.1, 12.1.4, the pooled state.
 */
final class EntityPool {
    private final String bean;
    private final EntityPersistence persistence;
    private final EntitySurroundings surroundings;
    private final int most;
    private final ReentrantLock lock = new ReentrantLock();
    private final ArrayDeque<EntityInstance> free = new ArrayDeque<>();
    private boolean closed;

    EntityPool(String bean, EntityPersistence persistence, EntitySurroundings surroundings, int most) {
        this.bean = bean;
        this.persistence = persistence;
        this.surroundings = surroundings;
        this.most = most;
    }

    /** Makes instances ahead of calls. */
    void fill(int count) throws Throwable {
        for (int i = 0; i < Math.min(count, most); i++) {
            give(make());
        }
    }

    int size() {
        lock.lock();
        try {
            return free.size();
        } finally {
            lock.unlock();
        }
    }

    EntityInstance take() throws Throwable {
        lock.lock();
        try {
            EntityInstance there = free.pollLast();
            if (there != null) {
                return there;
            }
        } finally {
            lock.unlock();
        }
        return make();
    }

    private EntityInstance make() throws Throwable {
        return apart(() -> surroundings.run(Phase.CONSTRUCTION, null, () -> {
            EntityInstance made = persistence.newInstance();
            made.bean().setEntityContext(surroundings.context());
            return made;
        }));
    }

    /** Runs a callback without the client's transaction. */
    private <T> T apart(EntitySurroundings.Body<T> body) throws Throwable {
        Transaction clients = surroundings.transactions().suspend();
        try {
            return body.run();
        } finally {
            if (clients != null) {
                surroundings.transactions().resume(clients);
            }
        }
    }

    /** Takes an instance back that has no identity any more. */
    void give(EntityInstance instance) {
        instance.identify(null);
        lock.lock();
        try {
            if (!closed && free.size() < most) {
                free.addLast(instance);
                return;
            }
        } finally {
            lock.unlock();
        }
        end(instance);
    }

    private void end(EntityInstance instance) {
        try {
            apart(() -> surroundings.run(Phase.CONSTRUCTION, null, () -> {
                instance.bean().unsetEntityContext();
                return instance;
            }));
        } catch (Throwable e) { // an application's code may throw anything; the instance is gone all the same
            EjbLog.LOG.entityEndFailed(bean, surroundings.module(), "unsetEntityContext", e);
        }
    }

    void close() {
        List<EntityInstance> ending;
        lock.lock();
        try {
            closed = true;
            ending = new ArrayList<>(free);
            free.clear();
        } finally {
            lock.unlock();
        }
        ending.forEach(this::end);
    }
}
