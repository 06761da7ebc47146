package io.keelson.remoting.internal.call;

import io.keelson.remoting.spi.NamingEndpoint.Entry;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.rmi.RemoteException;
import java.util.ArrayList;
import java.util.List;
import javax.naming.CommunicationException;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;

/** Operations on the names of a server. Thread-safe. */
public final class NamingClient {
    private static final int PARTS_OF_ENTRY = 3;

    private final Node node;
    private final Route route;
    private final ExportScope scope;

    /** Over the connections of this node. */
    public NamingClient(Node node, FirstOf route) {
        this(node, route, node.own());
    }

    /**
     * Over the connections of this node.
     *
     * @param scope of the application whose values these are
     */
    public NamingClient(Node node, FirstOf route, ExportScope scope) {
        this.node = node;
        this.route = route;
        this.scope = scope;
    }

    /**
     * Connects, so that a mistake in address or password is told at once.
     *
     * @throws RemoteException where that fails
     */
    public void connect() throws RemoteException {
        route.connection();
    }

    /** The value of a name; null for a context. */
    public @Nullable Object lookup(String name) throws NamingException {
        return run(NamingOperation.LOOKUP, name, null);
    }

    /** Binds a value to a name that has none. */
    public void bind(String name, @Nullable Object value) throws NamingException {
        run(NamingOperation.BIND, name, value);
    }

    /** Binds a value to a name. */
    public void rebind(String name, @Nullable Object value) throws NamingException {
        run(NamingOperation.REBIND, name, value);
    }

    /** Takes a name's value away. */
    public void unbind(String name) throws NamingException {
        run(NamingOperation.UNBIND, name, null);
    }

    /** Gives a value another name. */
    public void rename(String from, String to) throws NamingException {
        run(NamingOperation.RENAME, from, to);
    }

    /** Returns what a context holds. */
    public List<Entry> list(String name) throws NamingException {
        if (!(run(NamingOperation.LIST, name, null) instanceof String[] flat)) {
            throw new NamingException("the server's answer is no list of names");
        }
        List<Entry> entries = new ArrayList<>();
        for (int i = 0; i + PARTS_OF_ENTRY <= flat.length; i += PARTS_OF_ENTRY) {
            entries.add(new Entry(flat[i], flat[i + 1], flat[i + 2].equals("context")));
        }
        return entries;
    }

    /** Makes a context. */
    public void createSubcontext(String name) throws NamingException {
        run(NamingOperation.CREATE_SUBCONTEXT, name, null);
    }

    /** Takes an empty context away. */
    public void destroySubcontext(String name) throws NamingException {
        run(NamingOperation.DESTROY_SUBCONTEXT, name, null);
    }

    private @Nullable Object run(NamingOperation operation, String name, @Nullable Object argument)
            throws NamingException {
        try {
            return runOver(route.connection(), operation, name, argument);
        } catch (IOException | ClassNotFoundException e) {
            CommunicationException failure =
                    new CommunicationException(operation + " of '" + name + "' failed: " + e.getMessage());
            failure.initCause(e);
            throw failure;
        }
    }

    private @Nullable Object runOver(
            PeerConnection connection, NamingOperation operation, String name, @Nullable Object argument)
            throws NamingException, IOException, ClassNotFoundException {
        ByteBuf request = connection.newMessage();
        PeerReferences references = new PeerReferences(connection, scope);
        try {
            Requests.head(request, Requests.NAMING, node.callTimeout(), CallerContext.outgoing(connection));
            request.writeByte(operation.number());
            WireText.write(request, name);
            if (operation.hasArgument()) {
                scope.streams().write(request, connection.mostReadable(), references, argument);
            }
        } catch (IOException | RuntimeException e) {
            request.release();
            throw e;
        }
        ByteBuf answer = connection.call(request, node.callTimeout(), operation + " at " + connection.peer());
        int size = answer.readableBytes();
        try {
            if (answer.readUnsignedByte() == Replies.FAULT) {
                Fault fault = Fault.of(answer.readUnsignedByte());
                String text = WireText.read(answer);
                if (fault == Fault.NAMING) {
                    throw NamingFaults.exception(text);
                }
                throw fault.exception(text, null);
            }
            return scope.streams().read(answer, 1, references)[0];
        } finally {
            connection.read(answer, size);
        }
    }
}
