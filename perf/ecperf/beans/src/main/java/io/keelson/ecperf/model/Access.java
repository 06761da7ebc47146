package io.keelson.ecperf.model;

/** The purpose for which an entity is found. */
public enum Access {
    /** Is only read. */
    READ,
    /** May be changed: where locking is pessimistic its row is locked. */
    UPDATE
}
