package io.keelson.ejb.model;

/** The kinds of enterprise beans. */
public enum BeanKind {
    STATELESS,
    STATEFUL,
    SINGLETON,
    MESSAGE_DRIVEN,
    /** An entity bean of Enterprise Beans 2.x. */
    ENTITY;

    /** Returns true for session beans, which clients call by a view. */
    public boolean session() {
        return this != MESSAGE_DRIVEN && this != ENTITY;
    }
}
