package io.keelson.remoting.internal.call;

import io.keelson.base.work.WorkManager;
import io.keelson.remoting.spi.NamingEndpoint;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.rmi.Remote;
import java.util.List;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;

/** An operation on names. */
final class NamingCall extends ServedCall {
    private final Node node;

    NamingCall(Head head, Node node) {
        super(head);
        this.node = node;
    }

    @Override
    WorkManager work() {
        return node.own().work().standard();
    }

    @Override
    ExportScope scope() {
        return node.own();
    }

    @Override
    void execute(ByteBuf reply) throws Exception {
        NamingOperation operation = NamingOperation.of(body().readUnsignedByte());
        String name = WireText.read(body());
        Object argument = operation.hasArgument() ? argument(operation) : null;
        bodyRead();
        NamingEndpoint names = node.naming();
        if (names == null) {
            throw new RequestFaultException(Fault.REFUSED, "this side has no names");
        }
        Object result;
        try {
            result = run(names, operation, name, argument);
        } catch (NamingException e) {
            Replies.fault(reply, Fault.NAMING, NamingFaults.text(e));
            return;
        }
        reply(reply, Replies.VALUE, result);
    }

    private @Nullable Object argument(NamingOperation operation) throws RequestFaultException {
        try {
            PeerReferences references = new PeerReferences(connection(), scope());
            return scope().streams().read(body(), 1, references)[0];
        } catch (IOException | ClassNotFoundException | RuntimeException | LinkageError | VirtualMachineError e) {
            node.refusals().arguments("naming " + operation, connection().peer(), e);
            throw new RequestFaultException(Fault.ARGUMENTS, "the value cannot be read: " + e);
        }
    }

    private @Nullable Object run(
            NamingEndpoint names, NamingOperation operation, String name, @Nullable Object argument)
            throws NamingException {
        switch (operation) {
            case LOOKUP -> {
                return found(names.lookup(caller(), name));
            }
            case BIND -> names.bind(caller(), name, argument);
            case REBIND -> names.rebind(caller(), name, argument);
            case UNBIND -> names.unbind(caller(), name);
            case RENAME -> names.rename(caller(), name, String.valueOf(argument));
            case LIST -> {
                return flat(names.list(caller(), name));
            }
            case CREATE_SUBCONTEXT -> names.createSubcontext(caller(), name);
            case DESTROY_SUBCONTEXT -> names.destroySubcontext(caller(), name);
        }
        return null;
    }

    /** Keeps objects with a name exported when their callers go: their stubs are to work again when they come back. */
    private @Nullable Object found(@Nullable Object value) {
        if (value instanceof Remote remote
                && !Proxy.isProxyClass(value.getClass())
                && !RemoteInterfaces.of(value.getClass()).isEmpty()) {
            node.export(remote, node.scopeOf(remote));
        }
        return value;
    }

    /** Name, class and kind of each entry, one after the other. */
    private static String[] flat(List<NamingEndpoint.Entry> entries) {
        String[] flat = new String[entries.size() * 3];
        int at = 0;
        for (NamingEndpoint.Entry entry : entries) {
            flat[at++] = entry.name();
            flat[at++] = entry.className();
            flat[at++] = entry.context() ? "context" : "value";
        }
        return flat;
    }
}
