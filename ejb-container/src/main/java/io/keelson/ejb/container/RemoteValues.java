package io.keelson.ejb.container;

import io.keelson.ejb.invocation.ClientKind;
import jakarta.ejb.EJBException;
import java.io.IOException;
import java.rmi.MarshalException;
import org.jspecify.annotations.Nullable;

/**
 * Arguments and results of calls that clients in this server make through the remote interfaces of a bean. Immutable and thread-safe.
 *
 * @param bean the name of the bean
 * @param copies copies them; null: they go by reference
 */
record RemoteValues(String bean, @Nullable ByValue copies) {
    /**
     * Returns the arguments that the bean gets.
     *
     * @throws MarshalException where a client by RMI passes what is not serializable
     * @throws EJBException where another client does
     */
    @Nullable
    Object[] passed(ClientKind client, @Nullable Object[] arguments) throws MarshalException {
        if (copies == null || !client.remote()) {
            return arguments;
        }
        try {
            return copies.arguments(arguments);
        } catch (IOException | ClassNotFoundException e) {
            throw failed(client, "an argument of a call of bean " + bean, e);
        }
    }

    /**
     * Returns the result that the client gets.
     *
     * @throws MarshalException where the bean answers a client by RMI with what is not serializable
     * @throws EJBException where it answers another client so
     */
    @Nullable
    Object returned(ClientKind client, @Nullable Object result) throws MarshalException {
        if (copies == null || !client.remote()) {
            return result;
        }
        try {
            return copies.value(result);
        } catch (IOException | ClassNotFoundException e) {
            throw failed(client, "the result of a call of bean " + bean, e);
        }
    }

    private static EJBException failed(ClientKind client, String what, Exception cause) throws MarshalException {
        String message = what + " cannot be copied, as its remote interface asks for: " + cause
                + "; make its class serializable, or set enable-call-by-reference";
        if (client.rmi()) {
            throw new MarshalException(message, cause);
        }
        EJBException failed = new EJBException(message);
        failed.initCause(cause);
        return failed;
    }
}
