package io.keelson.admin.domain;

/** Something about a domain's directory is not as it has to be. The message is one sentence that says what to do. */
public final class DomainException extends Exception {
    private static final long serialVersionUID = 1L;

    public DomainException(String message) {
        super(message);
    }

    public DomainException(String message, Throwable cause) {
        super(message, cause);
    }
}
