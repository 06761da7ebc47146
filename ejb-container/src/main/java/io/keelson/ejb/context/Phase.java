package io.keelson.ejb.context;

/** The phases of an instance's life, as the tables of allowed operations tell them apart. */
public enum Phase {
    /** Constructor and injection. */
    CONSTRUCTION,
    /** {@code @PostConstruct}, {@code @PreDestroy}, {@code @PostActivate}, {@code @PrePassivate}, {@code ejbCreate} of stateful beans. */
    LIFECYCLE,
    /** {@code ejbActivate} and {@code ejbPassivate} of an entity bean: it has an identity and no caller. */
    ACTIVATION,
    /** A business method and the interceptors around it. */
    BUSINESS,
    /** A time-out method and the interceptors around it. */
    TIMEOUT,
    /** {@code afterBegin} and {@code beforeCompletion}: within the transaction. */
    SYNCHRONIZATION,
    /** {@code afterCompletion}: outside of any transaction. */
    AFTER_COMPLETION
}
