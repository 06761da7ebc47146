package io.keelson.ee.iiop;

import jakarta.ejb.EJBAccessException;
import jakarta.ejb.EJBTransactionRequiredException;
import jakarta.ejb.EJBTransactionRolledbackException;
import jakarta.ejb.NoSuchEJBException;
import jakarta.transaction.InvalidTransactionException;
import jakarta.transaction.TransactionRequiredException;
import jakarta.transaction.TransactionRolledbackException;
import java.lang.reflect.InvocationTargetException;
import java.nio.charset.StandardCharsets;
import java.rmi.AccessException;
import java.rmi.MarshalException;
import java.rmi.NoSuchObjectException;
import java.util.Map;
import java.util.Objects;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.omg.CORBA.BAD_OPERATION;
import org.omg.CORBA.CompletionStatus;
import org.omg.CORBA.INVALID_TRANSACTION;
import org.omg.CORBA.MARSHAL;
import org.omg.CORBA.NO_PERMISSION;
import org.omg.CORBA.OBJECT_NOT_EXIST;
import org.omg.CORBA.SystemException;
import org.omg.CORBA.TRANSACTION_REQUIRED;
import org.omg.CORBA.TRANSACTION_ROLLEDBACK;
import org.omg.CORBA.TRANSACTION_UNAVAILABLE;
import org.omg.CORBA.UNKNOWN;
import org.omg.CORBA.portable.InputStream;
import org.omg.CORBA.portable.InvokeHandler;
import org.omg.CORBA.portable.OutputStream;
import org.omg.CORBA.portable.ResponseHandler;
import org.omg.PortableServer.POA;
import org.omg.PortableServer.Servant;

/**
 * Serves all objects of a view: the object's id is the instance that a {@link io.keelson.remoting.spi.RemoteView} knows. Values are read
 * with the application's classes alone, then the call runs in the application's context. Thread-safe.
 *
 * <p>Specification: Enterprise Beans 4.0 Core, 9.3 and 9.4; Enterprise Beans 2.1, 19.6.2.2; Java Language to IDL Mapping 1.3, 28.3.
 */
final class ViewServant extends Servant implements InvokeHandler {
    private static final Logger LOG = Logger.getLogger(ViewServant.class);

    private final ServedView view;
    private final References references;
    private final Requests requests;
    private final long elements;

    ViewServant(ServedView view, References references, Requests requests, long elements) {
        this.view = view;
        this.references = references;
        this.requests = requests;
        this.elements = elements;
    }

    @Override
    public String[] _all_interfaces(POA adapter, byte[] id) {
        return view.typeIds().toArray(String[]::new);
    }

    @Override
    public OutputStream _invoke(String name, InputStream in, ResponseHandler handler) {
        try {
            return invoke(name, in, handler);
        } catch (SystemException e) {
            throw bare(e);
        }
    }

    /** The broker would send stack traces along. */
    static SystemException bare(SystemException e) {
        SystemException bare = e;
        if (e.getCause() != null) {
            try {
                bare = e.getClass()
                        .getConstructor(String.class, int.class, CompletionStatus.class)
                        .newInstance("the message cannot be read or answered", e.minor, e.completed);
            } catch (ReflectiveOperationException absent) {
                LOG.debugf(absent, "%s has no such constructor", e.getClass());
                bare = new UNKNOWN(e.minor, e.completed);
            }
        }
        bare.setStackTrace(new StackTraceElement[0]);
        return bare;
    }

    private OutputStream invoke(String name, InputStream in, ResponseHandler handler) {
        Operation operation = view.operations().get(name);
        if (operation == null) {
            throw new BAD_OPERATION(name + " is no operation of " + view.key(), 0, CompletionStatus.COMPLETED_NO);
        }
        refuseForeignTransaction(operation);
        String instance = new String(_object_id(), StandardCharsets.UTF_8);
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        ValueClasses classes = new ValueClasses(view.open().loader(), view.open()::reads, elements);
        try {
            thread.setContextClassLoader(classes);
            @Nullable Object[] arguments = arguments(operation, in);
            thread.setContextClassLoader(before);
            Object result = call(operation, instance, arguments);
            thread.setContextClassLoader(classes);
            return result(operation, handler, result);
        } catch (InvocationTargetException e) {
            thread.setContextClassLoader(classes);
            return failure(operation, handler, Objects.requireNonNullElse(e.getCause(), e));
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    /** This server cannot join it: what the bean did would outlive a roll-back of the client. See ADR 0029. */
    private void refuseForeignTransaction(Operation operation) {
        if (requests.current().inTransaction() && view.open().view().joins(operation.method())) {
            LOG.debugf("%s was called in a transaction of the client and is refused", operation.method());
            throw new TRANSACTION_UNAVAILABLE(0, CompletionStatus.COMPLETED_NO);
        }
    }

    private @Nullable Object[] arguments(Operation operation, InputStream in) {
        try {
            return operation.read((org.omg.CORBA_2_3.portable.InputStream) in, references::argument);
        } catch (SystemException e) {
            LOG.debugf(e, "the arguments of %s cannot be read", operation.method());
            throw e;
        } catch (RuntimeException | StackOverflowError | LinkageError e) {
            LOG.debugf(e, "the arguments of %s cannot be read", operation.method());
            throw new MARSHAL("the arguments cannot be read", 0, CompletionStatus.COMPLETED_NO);
        }
    }

    private @Nullable Object call(Operation operation, String instance, @Nullable Object[] arguments)
            throws InvocationTargetException {
        try {
            return view.open().scope().run(requests.current().caller(), Map.of(), () -> {
                try {
                    return view.open().view().invoke(instance, operation.method(), arguments);
                } catch (Throwable e) { // the client gets whatever the bean's room threw
                    throw new InvocationTargetException(e);
                }
            });
        } catch (InvocationTargetException e) {
            throw e;
        } catch (Exception e) {
            throw new InvocationTargetException(e);
        }
    }

    private OutputStream result(Operation operation, ResponseHandler handler, @Nullable Object result) {
        try {
            Object sent = references.remote(result);
            OutputStream out = handler.createReply();
            operation.write((org.omg.CORBA_2_3.portable.OutputStream) out, sent);
            return out;
        } catch (SystemException e) {
            LOG.debugf(e, "the result of %s cannot be sent", operation.method());
            throw e;
        } catch (RuntimeException | StackOverflowError | LinkageError e) {
            LOG.debugf(e, "the result of %s cannot be sent", operation.method());
            throw new MARSHAL("the result cannot be sent", 0, CompletionStatus.COMPLETED_YES);
        }
    }

    private OutputStream failure(Operation operation, ResponseHandler handler, Throwable thrown) {
        if (thrown instanceof Error error && !(thrown instanceof LinkageError)) {
            throw error;
        }
        if (!operation.declares(thrown) || thrown instanceof java.rmi.RemoteException) {
            throw system(thrown);
        }
        try {
            OutputStream out = handler.createExceptionReply();
            operation.writeException((org.omg.CORBA_2_3.portable.OutputStream) out, (Exception) thrown);
            return out;
        } catch (RuntimeException e) {
            LOG.debugf(e, "an exception of %s cannot be sent", operation.method());
            throw new UNKNOWN(
                    "the method has thrown an exception that cannot be sent", 0, CompletionStatus.COMPLETED_YES);
        }
    }

    /** Returns the system exception that the client's stub turns into the exception of the specification. */
    static SystemException system(Throwable thrown) {
        String message = String.valueOf(thrown.getMessage());
        if (thrown instanceof SystemException already) {
            return already;
        }
        if (thrown instanceof AccessException
                || thrown instanceof EJBAccessException
                || thrown instanceof SecurityException) {
            return new NO_PERMISSION(message, 0, CompletionStatus.COMPLETED_NO);
        }
        if (thrown instanceof NoSuchObjectException || thrown instanceof NoSuchEJBException) {
            return new OBJECT_NOT_EXIST(message, 0, CompletionStatus.COMPLETED_NO);
        }
        if (thrown instanceof TransactionRolledbackException || thrown instanceof EJBTransactionRolledbackException) {
            return new TRANSACTION_ROLLEDBACK(message, 0, CompletionStatus.COMPLETED_YES);
        }
        if (thrown instanceof TransactionRequiredException || thrown instanceof EJBTransactionRequiredException) {
            return new TRANSACTION_REQUIRED(message, 0, CompletionStatus.COMPLETED_NO);
        }
        if (thrown instanceof InvalidTransactionException) {
            return new INVALID_TRANSACTION(message, 0, CompletionStatus.COMPLETED_NO);
        }
        if (thrown instanceof MarshalException) {
            return new MARSHAL(message, 0, CompletionStatus.COMPLETED_MAYBE);
        }
        return new UNKNOWN(message, 0, CompletionStatus.COMPLETED_MAYBE);
    }
}
