package io.keelson.remoting;

import java.rmi.RemoteException;

/** No answer came in time. The server was told that nobody waits any longer. */
public final class CallTimedOutException extends RemoteException implements CallOutcome {
    private static final long serialVersionUID = 1;

    private final boolean sent;

    /**
     * With what was waited for.
     *
     * @param sent whether the request had been sent
     */
    public CallTimedOutException(String message, boolean sent) {
        super(message);
        this.sent = sent;
    }

    @Override
    public boolean mayHaveExecuted() {
        return sent;
    }
}
