package io.keelson.remoting;

import java.rmi.RemoteException;

/** The server did not begin to execute the method: it has no room, ends, or could not read the arguments. */
public final class CallRefusedException extends RemoteException implements CallOutcome {
    private static final long serialVersionUID = 1;

    /** With what the server said. */
    public CallRefusedException(String message) {
        super(message);
    }

    @Override
    public boolean mayHaveExecuted() {
        return false;
    }
}
