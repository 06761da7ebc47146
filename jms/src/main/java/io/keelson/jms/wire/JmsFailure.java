package io.keelson.jms.wire;

/** A request that was refused or could not be done. The client makes the exception of Jakarta Messaging from its code. */
public final class JmsFailure extends Exception {
    private static final long serialVersionUID = 1L;

    /** Kind of failure, as Jakarta Messaging tells exceptions apart. */
    public enum Code {
        /** There is no such destination, or it is gone. */
        INVALID_DESTINATION,
        /** A selector is wrong. */
        INVALID_SELECTOR,
        /** A client id is in use or cannot be set. */
        INVALID_CLIENT_ID,
        /** Cannot be done now. */
        ILLEGAL_STATE,
        /** A quota, a size or a time. */
        RESOURCE_ALLOCATION,
        /** The caller may not do that. */
        SECURITY,
        /** The transaction was rolled back. */
        ROLLED_BACK,
        /** The store does not take it. */
        STORE,
        /** The connection or the server is closed. */
        CLOSED,
        /** The connection is lost; nobody knows what became of the request. */
        LOST,
        /** The JMS server is owned by another member. */
        ELSEWHERE,
        /** The other end says what this one does not understand. */
        PROTOCOL
    }

    private final Code code;

    /** With a sentence that says what happened and what to do. */
    public JmsFailure(Code code, String message) {
        super(message);
        this.code = code;
    }

    /** With its cause, too. */
    public JmsFailure(Code code, String message, Throwable cause) {
        super(message, cause);
        this.code = code;
    }

    /** Returns why. */
    public Code code() {
        return code;
    }
}
