package io.keelson.ejb.entity;

import jakarta.ejb.EntityBean;
import org.jspecify.annotations.Nullable;

/**
 * An instance of an entity bean. Confined to its transaction, or to the thread that has taken it from pool or cache.
 *
 * <p>States: pooled (no key), ready (a key), gone. {@code loaded} holds while its state is that of the entity object in the transaction.
 */
public final class EntityInstance {
    private final EntityBean bean;
    private final @Nullable Object state;
    private @Nullable Object key;
    private int depth;
    private boolean loaded;
    private boolean stored;
    private boolean removed;
    private boolean changed;
    private boolean inserting;
    private long loadedAt;

    /**
     * Makes an instance without identity.
     *
     * @param state the container-managed state; null where the bean manages it
     */
    public EntityInstance(EntityBean bean, @Nullable Object state) {
        this.bean = bean;
        this.state = state;
    }

    /** Returns the object of the bean class. */
    public EntityBean bean() {
        return bean;
    }

    /** Returns the container-managed state; null where the bean manages it. */
    public @Nullable Object state() {
        return state;
    }

    /** Returns the primary key; null while it has no identity. */
    public @Nullable Object key() {
        return key;
    }

    void identify(@Nullable Object identity) {
        key = identity;
        depth = 0;
        loaded = false;
        stored = false;
        removed = false;
        changed = false;
        inserting = false;
    }

    int depth() {
        return depth;
    }

    void enter() {
        depth++;
        stored = false;
    }

    void leave() {
        depth--;
        stored = false;
    }

    boolean loaded() {
        return loaded;
    }

    void loaded(long at) {
        loaded = true;
        loadedAt = at;
    }

    void stale() {
        loaded = false;
    }

    long loadedAt() {
        return loadedAt;
    }

    /** Returns true if the state has to be stored before others look at it. */
    boolean toStore() {
        return loaded && !stored && !removed && !inserting;
    }

    void stored() {
        stored = true;
    }

    /** Has the state stored again: it was changed from outside, by a relationship. */
    public void touch() {
        stored = false;
    }

    boolean removed() {
        return removed;
    }

    void remove() {
        removed = true;
        changed = true;
    }

    /** Returns true if the transaction has written the entity object. */
    boolean changed() {
        return changed;
    }

    void change() {
        changed = true;
    }

    /** The transaction that has written it is over. */
    void unchanged() {
        changed = false;
    }

    /** Returns true while {@code ejbPostCreate} runs. */
    public boolean inserting() {
        return inserting;
    }

    void inserting(boolean now) {
        inserting = now;
    }
}
