package io.keelson.ejb.model;

/** The kinds of enterprise beans. */
public enum BeanKind {
    STATELESS,
    STATEFUL,
    SINGLETON,
    MESSAGE_DRIVEN;

    /** Returns true for session beans, which clients call by a view. */
    public boolean session() {
        return this != MESSAGE_DRIVEN;
    }
}
