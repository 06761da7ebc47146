package io.keelson.remoting.internal.call;

/** A request that cannot be begun. */
final class RequestFaultException extends Exception {
    private static final long serialVersionUID = 1;

    private final Fault fault;

    RequestFaultException(Fault fault, String message) {
        super(message, null, false, false);
        this.fault = fault;
    }

    Fault fault() {
        return fault;
    }
}
