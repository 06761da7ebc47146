package io.keelson.ejb.model;

/** The ways in which transactions share an entity object. */
public enum ConcurrencyStrategy {
    /** Each transaction has an instance of its own; the database's locks decide. */
    DATABASE,
    /** One transaction at a time has the entity object. */
    EXCLUSIVE,
    /** Instances are loaded from time to time, and never stored. */
    READ_ONLY,
    /** Each transaction has an instance of its own, and a change is refused if the row has changed meanwhile. */
    OPTIMISTIC
}
