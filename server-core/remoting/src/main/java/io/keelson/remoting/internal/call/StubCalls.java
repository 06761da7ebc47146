package io.keelson.remoting.internal.call;

import io.keelson.remoting.CallOutcome;
import io.keelson.remoting.internal.marshal.RemoteReference;
import io.keelson.remoting.spi.CallTraces;
import io.keelson.remoting.spi.Members.MemberList;
import io.netty.buffer.ByteBuf;
import jakarta.ejb.EJBHome;
import jakarta.ejb.EJBObject;
import java.io.IOException;
import java.rmi.MarshalException;
import java.rmi.NoSuchObjectException;
import java.rmi.RemoteException;
import java.rmi.ServerError;
import java.rmi.ServerException;
import java.rmi.UnexpectedException;
import java.rmi.UnmarshalException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Makes the calls of a stub. Thread-safe. */
abstract class StubCalls {
    /** The keys of beans' views begin with it. */
    private static final String BEANS = "ejb:";

    private final Node node;
    private final ExportScope scope;
    private final RemoteReference reference;

    StubCalls(Node node, ExportScope scope, RemoteReference reference) {
        this.node = node;
        this.scope = scope;
        this.reference = reference;
    }

    Node node() {
        return node;
    }

    RemoteReference reference() {
        return reference;
    }

    abstract @Nullable Object call(RemoteMethod method, @Nullable Object[] arguments) throws Throwable;

    /** The version of the list of members that this stub has. */
    long membersKnown() {
        return 0;
    }

    /** An answer has brought another list. */
    void members(MemberList list) {
        // Of no use to a stub of one object.
    }

    final @Nullable Object callOver(PeerConnection connection, RemoteMethod method, @Nullable Object[] arguments)
            throws Throwable {
        CallTraces.Leaving followed = node.traces().leaving(method.method(), connection.peer());
        if (followed == null) {
            return callOver(connection, method, arguments, CallEntries.NO_IDS);
        }
        Throwable failure = null;
        try {
            return callOver(connection, method, arguments, followed.ids());
        } catch (Throwable e) { // what the caller gets, whatever it is
            failure = e;
            throw e;
        } finally {
            followed.over(failure);
        }
    }

    private @Nullable Object callOver(
            PeerConnection connection, RemoteMethod method, @Nullable Object[] arguments, byte[] ids) throws Throwable {
        CallEntries.Away away = leaving(connection, method, ids);
        Answer answer;
        boolean lost = true;
        try {
            answer = exchange(connection, method, arguments, away);
            lost = false;
        } catch (NoSuchObjectException e) {
            lost = false;
            throw e;
        } catch (RemoteException e) {
            lost = CallOutcome.mayHaveExecuted(e);
            throw e;
        } finally {
            away.returned(lost);
        }
        if (answer.thrown()) {
            throw thrown(method, answer.value(), reference.key().startsWith(BEANS));
        }
        return answer.value();
    }

    /**
     * Answer of the object.
     *
     * @param thrown true where the value is what it threw
     */
    private record Answer(boolean thrown, @Nullable Object value) {}

    private CallEntries.Away leaving(PeerConnection connection, RemoteMethod method, byte[] ids)
            throws MarshalException {
        try {
            return node.entries().leaving(connection, ids);
        } catch (RuntimeException e) {
            throw new MarshalException(
                    method.name() + " was not sent: what goes beside it cannot be had: " + e.getMessage(), e);
        }
    }

    private Answer exchange(
            PeerConnection connection, RemoteMethod method, @Nullable Object[] arguments, CallEntries.Away away)
            throws RemoteException {
        ByteBuf request = request(connection, method, arguments, away);
        ByteBuf answer = connection.call(request, node.callTimeout(), method.name() + " at " + connection.peer());
        int size = answer.readableBytes();
        int status;
        Object value;
        try {
            away.answered(Replies.contexts(answer));
            MemberList list = Replies.members(answer);
            if (list != null && connection.route() instanceof Endpoint) {
                // Of a process that this one has chosen; one that has only connected here does not say where to connect
                // to.
                members(list);
            }
            status = answer.readUnsignedByte();
            if (status == Replies.FAULT) {
                throw Fault.of(answer.readUnsignedByte()).exception(WireText.read(answer), null);
            }
            PeerReferences references = new PeerReferences(connection, scope);
            value = scope.streams().read(answer, 1, references)[0];
        } catch (RemoteException e) {
            throw e;
        } catch (IOException | ClassNotFoundException | RuntimeException | LinkageError | VirtualMachineError e) {
            throw new UnmarshalException(
                    method.name() + " was executed, but its answer cannot be read: " + e,
                    e instanceof Exception cause ? cause : new ServerError("", (Error) e));
        } finally {
            connection.read(answer, size);
        }
        return new Answer(status == Replies.THROWN, value);
    }

    private ByteBuf request(
            PeerConnection connection, RemoteMethod method, @Nullable Object[] arguments, CallEntries.Away away)
            throws RemoteException {
        ByteBuf request = connection.newMessage();
        try {
            Requests.head(request, Requests.OBJECT, node.callTimeout(), away.with(CallerContext.outgoing(connection)));
            if (reference.key().isEmpty()) {
                request.writeByte(Requests.BY_NUMBER)
                        .writeLong(reference.node())
                        .writeLong(reference.number());
            } else {
                request.writeByte(Requests.BY_KEY);
                WireText.write(request, reference.key());
                request.writeLong(membersKnown());
            }
            request.writeLong(method.hash());
            scope.streams().write(request, connection.mostReadable(), new PeerReferences(connection, scope), arguments);
            return request;
        } catch (IOException | RuntimeException e) {
            request.release();
            throw new MarshalException("the arguments of " + method.name() + " cannot be sent: " + e.getMessage(), e);
        }
    }

    /** Returns what the method threw, as the caller gets it: RMI, 3.5 and the javadoc of ServerException and ServerError. */
    private static Throwable thrown(RemoteMethod method, @Nullable Object value, boolean bean) {
        if (!(value instanceof Throwable failure)) {
            return new UnmarshalException(method.name() + " threw something that is no exception");
        }
        StackTraceElement[] there = failure.getStackTrace();
        if (failure instanceof RemoteException remote) {
            if (bean || ofComponentView(method.method().getDeclaringClass())) {
                return remote;
            }
            return new ServerException("RemoteException occurred in the server", remote);
        }
        if (failure instanceof Error error) {
            return new ServerError("Error occurred in the server", error);
        }
        // Behind what happened there stands who called here.
        StackTraceElement[] here = new Throwable().getStackTrace();
        StackTraceElement[] both = Arrays.copyOf(there, there.length + here.length);
        System.arraycopy(here, 0, both, there.length, here.length);
        failure.setStackTrace(both);
        if (failure instanceof RuntimeException || declared(method, failure)) {
            return failure;
        }
        return new UnexpectedException(
                method.name() + " threw an exception that it does not declare", (Exception) failure);
    }

    /**
     * Clients of beans are told by the kind of the exception: a removed object, a transaction that is missing or was rolled back. So are
     * those of business interfaces that are java.rmi.Remote (Enterprise Beans 4.0 Core, 3.4.9 and 9.3.3).
     */
    private static boolean ofComponentView(Class<?> declaring) {
        return EJBObject.class.isAssignableFrom(declaring) || EJBHome.class.isAssignableFrom(declaring);
    }

    private static boolean declared(RemoteMethod method, Throwable failure) {
        return Arrays.stream(method.method().getExceptionTypes()).anyMatch(type -> type.isInstance(failure))
                || !(failure instanceof Exception);
    }
}
