package io.keelson.remoting;

import java.rmi.RemoteException;
import org.jspecify.annotations.Nullable;

/** The connection ended after a request was sent and before its answer came: the method may have been executed. */
public final class ConnectionLostException extends RemoteException implements CallOutcome {
    private static final long serialVersionUID = 1;

    /** With why the connection ended. */
    public ConnectionLostException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    @Override
    public boolean mayHaveExecuted() {
        return true;
    }
}
