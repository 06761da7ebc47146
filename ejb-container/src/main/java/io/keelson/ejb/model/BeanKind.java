package io.keelson.ejb.model;

import java.util.Locale;

/** The kinds of enterprise beans. */
public enum BeanKind {
    STATELESS,
    STATEFUL,
    SINGLETON,
    MESSAGE_DRIVEN,
    /** An entity bean of Enterprise Beans 2.x. */
    ENTITY;

    /** Returns the kind in words: {@code message-driven}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns true for session beans, which clients call by a view. */
    public boolean session() {
        return this != MESSAGE_DRIVEN && this != ENTITY;
    }
}
