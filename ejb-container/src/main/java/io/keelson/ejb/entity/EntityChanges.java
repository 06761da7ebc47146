package io.keelson.ejb.entity;

import java.util.Set;

/** Hears which entity objects a transaction has changed, after its commit. It must not block. Thread-safe. */
@FunctionalInterface
public interface EntityChanges {
    /** Tells nobody. */
    EntityChanges NOBODY = changes -> {};

    /**
     * A cached state that is stale.
     *
     * @param bean the bean that may cache it
     * @param key the text of the primary key; empty: all of the bean
     */
    record Stale(String bean, String key) {}

    /** Takes the changes of one transaction. */
    void committed(Set<Stale> changes);
}
