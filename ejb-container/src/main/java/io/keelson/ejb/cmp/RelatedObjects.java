package io.keelson.ejb.cmp;

import io.keelson.ejb.entity.EntityInstance;
import io.keelson.ejb.entity.TransactionEntities;
import io.keelson.ejb.schema.Relation;
import java.util.AbstractSet;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * The value of a relationship to several entity objects: the relationship itself, not a copy. Used in the transaction in which it was got.
 *
 * <p>Specification: Enterprise JavaBeans 2.1, 10.3.6.1 and 10.3.7.
 */
final class RelatedObjects extends AbstractSet<Object> {
    private final Relationships relationships;
    private final EntityInstance instance;
    private final Object owner;
    private final Relation relation;
    private final TransactionEntities within;

    RelatedObjects(
            Relationships relationships, EntityInstance instance, Relation relation, TransactionEntities within) {
        this.relationships = relationships;
        this.instance = instance;
        this.owner = java.util.Objects.requireNonNull(instance.key(), "an instance with identity");
        this.relation = relation;
        this.within = within;
    }

    /** Returns true if it was given out for an entity object in that transaction. */
    boolean isOf(Object key, TransactionEntities transaction) {
        return within == transaction && owner.equals(key);
    }

    private LinkedHashSet<Object> keys() {
        if (!relationships.inside(within) || !owner.equals(instance.key())) {
            throw new IllegalStateException("the value of the relationship " + relation
                    + " is used outside of the transaction in which it was got (Enterprise JavaBeans 2.1, 10.3.6.1)");
        }
        try {
            return relationships.keys(within, instance, relation);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("the relationship " + relation + " cannot be read: " + e, e);
        }
    }

    /** A change of the relationship. */
    private interface Change {
        boolean run() throws Throwable;
    }

    private boolean change(Change change) {
        keys();
        try {
            return change.run();
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("the relationship " + relation + " cannot be changed: " + e, e);
        }
    }

    @Override
    public int size() {
        return keys().size();
    }

    @Override
    public boolean contains(@Nullable Object object) {
        return object != null && keys().contains(relationships.key(relation, object));
    }

    @Override
    public boolean add(Object object) {
        return change(() -> relationships.link(within, instance, relation, relationships.key(relation, object)));
    }

    @Override
    public boolean remove(@Nullable Object object) {
        Object key = relationships.key(relation, object);
        return change(() -> relationships.unlink(within, instance, relation, key));
    }

    @Override
    public void clear() {
        for (Object each : new ArrayList<>(keys())) {
            change(() -> relationships.unlink(within, instance, relation, each));
        }
    }

    @Override
    public Iterator<Object> iterator() {
        Iterator<Object> keys = new ArrayList<>(keys()).iterator();
        return new Iterator<>() {
            private int changes = changes();
            private @Nullable Object last;

            private void check() {
                keys();
                if (changes != changes()) {
                    throw new IllegalStateException("the relationship " + relation
                            + " has changed since the iterator was made (Enterprise JavaBeans 2.1, 10.3.6.1)");
                }
            }

            @Override
            public boolean hasNext() {
                check();
                return keys.hasNext();
            }

            @Override
            public Object next() {
                check();
                if (!keys.hasNext()) {
                    throw new NoSuchElementException();
                }
                last = keys.next();
                return relationships.object(relation, last);
            }

            @Override
            public void remove() {
                check();
                Object removing = last;
                if (removing == null) {
                    throw new IllegalStateException("there is no last element");
                }
                last = null;
                change(() -> relationships.unlink(within, instance, relation, removing));
                changes = changes();
            }
        };
    }

    private int changes() {
        return CmpPersistence.state(instance).changes(relation);
    }
}
