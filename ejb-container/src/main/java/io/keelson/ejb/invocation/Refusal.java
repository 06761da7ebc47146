package io.keelson.ejb.invocation;

/**
 * A call that was refused before the bean's method ran: no instance, no lock, no such stateful bean. The transaction step turns the
 * reason into what the client is to see.
 */
public final class Refusal extends Exception {
    private static final long serialVersionUID = 1L;

    /** The exception for a client of a local or remote business view. */
    private final transient RuntimeException reason;

    /**
     * Makes a refusal.
     *
     * @param reason the exception for a client of a local or remote business view
     */
    public Refusal(RuntimeException reason) {
        super(reason.getMessage(), reason, false, false);
        this.reason = reason;
    }

    RuntimeException reason() {
        return reason;
    }
}
