package io.keelson.remoting.internal.call;

import io.keelson.remoting.CallRefusedException;
import java.rmi.NoSuchObjectException;
import java.rmi.RemoteException;
import java.rmi.ServerException;
import java.rmi.UnmarshalException;
import org.jspecify.annotations.Nullable;

/** Reason for which a request has no answer of its method. The numbers are a part of the protocol. */
enum Fault {
    /** There is no such object, or none any more. */
    NO_SUCH_OBJECT(1),
    /** The object has no such method. */
    NO_SUCH_METHOD(2),
    /** Was not begun. */
    REFUSED(3),
    /** The arguments could not be read. */
    ARGUMENTS(4),
    /** The method was executed, and its result or exception could not be sent. */
    RESULT(5),
    /** An operation on names failed. */
    NAMING(6),
    /** Something else went wrong within the server. */
    SERVER(7);

    private final int number;

    Fault(int number) {
        this.number = number;
    }

    int number() {
        return number;
    }

    static Fault of(int number) {
        for (Fault fault : values()) {
            if (fault.number == number) {
                return fault;
            }
        }
        return SERVER;
    }

    /** The exception that a caller gets. */
    RemoteException exception(String text, @Nullable Exception cause) {
        return switch (this) {
            case NO_SUCH_OBJECT -> new NoSuchObjectException(text);
            case REFUSED -> new CallRefusedException(text);
            case NO_SUCH_METHOD, ARGUMENTS -> new CallRefusedException("the server could not begin the call: " + text);
            case RESULT -> new UnmarshalException("the method was executed, but " + text, cause);
            case NAMING, SERVER -> new ServerException(text, cause);
        };
    }
}
