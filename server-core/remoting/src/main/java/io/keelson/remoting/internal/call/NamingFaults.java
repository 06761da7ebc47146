package io.keelson.remoting.internal.call;

import java.util.Map;
import java.util.function.Function;
import javax.naming.CannotProceedException;
import javax.naming.ContextNotEmptyException;
import javax.naming.InvalidNameException;
import javax.naming.NameAlreadyBoundException;
import javax.naming.NameNotFoundException;
import javax.naming.NamingException;
import javax.naming.NoInitialContextException;
import javax.naming.NoPermissionException;
import javax.naming.NotContextException;
import javax.naming.OperationNotSupportedException;
import javax.naming.ServiceUnavailableException;

/** Exceptions of naming as a text, so that no object of theirs travels: the simple name of the class, a blank, the message. */
final class NamingFaults {
    private static final Map<String, Function<String, NamingException>> KINDS = Map.of(
            "NameNotFoundException", NameNotFoundException::new,
            "NameAlreadyBoundException", NameAlreadyBoundException::new,
            "NotContextException", NotContextException::new,
            "NoPermissionException", NoPermissionException::new,
            "OperationNotSupportedException", OperationNotSupportedException::new,
            "InvalidNameException", InvalidNameException::new,
            "ContextNotEmptyException", ContextNotEmptyException::new,
            "CannotProceedException", CannotProceedException::new,
            "ServiceUnavailableException", ServiceUnavailableException::new,
            "NoInitialContextException", NoInitialContextException::new);

    private NamingFaults() {}

    static String text(NamingException e) {
        return e.getClass().getSimpleName() + " " + e.getMessage();
    }

    static NamingException exception(String text) {
        int blank = text.indexOf(' ');
        String kind = blank < 0 ? text : text.substring(0, blank);
        String message = blank < 0 ? "" : text.substring(blank + 1);
        return KINDS.getOrDefault(kind, NamingException::new).apply(message);
    }
}
