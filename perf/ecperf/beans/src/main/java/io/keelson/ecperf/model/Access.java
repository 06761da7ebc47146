package io.keelson.ecperf.model;

/** The purpose for which an entity is found. */
public enum Access {
    /** It is only read. */
    READ,
    /** It may be changed: where locking is pessimistic its row is locked. */
    UPDATE
}
