package io.keelson.remoting;

import java.rmi.ConnectException;
import org.jspecify.annotations.Nullable;

/** A request was not sent, or not whole: the method has not been executed. */
public final class RequestNotSentException extends ConnectException implements CallOutcome {
    private static final long serialVersionUID = 1;

    /** With what was in the way. */
    public RequestNotSentException(String message, @Nullable Exception cause) {
        super(message, cause);
    }

    @Override
    public boolean mayHaveExecuted() {
        return false;
    }
}
