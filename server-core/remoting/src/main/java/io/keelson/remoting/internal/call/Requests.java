package io.keelson.remoting.internal.call;

import io.keelson.remoting.spi.RemoteCaller;
import io.netty.buffer.ByteBuf;
import java.io.StreamCorruptedException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * The heads of requests: one byte which service; the milliseconds that the caller waits, 0 for no end; the contexts; then what the service
 * needs, and the values.
 */
final class Requests {
    /** A method of an object. */
    static final int OBJECT = 1;

    /** An operation on names. */
    static final int NAMING = 2;

    /** The object is said by its process and number. */
    static final int BY_NUMBER = 0;

    /** The object is said by a key that several members know. */
    static final int BY_KEY = 1;

    private static final int MOST_CONTEXTS = 254;

    private Requests() {}

    /** Writes the beginning. */
    static void head(ByteBuf to, int service, Duration timeout, Map<String, byte[]> contexts) {
        to.writeByte(service);
        to.writeInt((int) Math.min(Integer.MAX_VALUE, timeout.toMillis()));
        contexts(to, contexts);
    }

    /** Writes contexts: how many, and of each the name and the bytes. */
    static void contexts(ByteBuf to, Map<String, byte[]> contexts) {
        if (contexts.size() > MOST_CONTEXTS) {
            throw new IllegalArgumentException(
                    contexts.size() + " contexts go with a call; at most " + MOST_CONTEXTS + " travel");
        }
        to.writeByte(contexts.size());
        contexts.forEach((name, value) -> {
            WireText.write(to, name);
            WireText.write(to, value);
        });
    }

    /**
     * Reads a head. On the loop.
     *
     * @throws RequestFaultException where the request cannot be begun
     */
    static ServedCall parse(PeerConnection from, int id, ByteBuf body)
            throws RequestFaultException, StreamCorruptedException {
        int size = body.readableBytes();
        int service = body.readUnsignedByte();
        long timeoutMillis = body.readInt() & 0xffffffffL;
        Map<String, byte[]> contexts = contexts(body);
        RemoteCaller caller = CallerContext.of(from, contexts);
        ServedCall.Head head = new ServedCall.Head(from, id, body, size, timeoutMillis, contexts, caller);
        return switch (service) {
            case OBJECT -> object(head, from, body);
            case NAMING -> new NamingCall(head, from.node());
            default -> throw new RequestFaultException(Fault.REFUSED, "this side has no service " + service);
        };
    }

    static Map<String, byte[]> contexts(ByteBuf body) throws StreamCorruptedException {
        int count = body.readUnsignedByte();
        if (count == 0) {
            return Map.of();
        }
        Map<String, byte[]> contexts = new HashMap<>();
        for (int i = 0; i < count; i++) {
            contexts.put(WireText.read(body), WireText.readBytes(body));
        }
        return contexts;
    }

    private static ServedCall object(ServedCall.Head head, PeerConnection from, ByteBuf body)
            throws RequestFaultException, StreamCorruptedException {
        Node node = from.node();
        CallTarget export;
        String key = "";
        long version = 0;
        if (body.readUnsignedByte() == BY_KEY) {
            key = WireText.read(body);
            version = body.readLong();
            Exports.KeyedExport keyed = node.exports().find(key);
            CallTarget found = keyed == null ? node.views().find(key) : keyed.export();
            if (found == null) {
                throw new RequestFaultException(
                        Fault.REFUSED, "this member has no object '" + key + "', or none any more");
            }
            export = found;
        } else {
            long of = body.readLong();
            long number = body.readLong();
            Export found = of == node.number() ? node.exports().find(number) : null;
            if (found == null) {
                throw new RequestFaultException(
                        Fault.NO_SUCH_OBJECT,
                        of == node.number()
                                ? "the object " + number + " is not exported, or not any more"
                                : "the object is of a process that has ended; look it up again");
            }
            export = found;
        }
        long hash = body.readLong();
        RemoteMethod method = export.method(hash);
        if (method == null) {
            throw new RequestFaultException(
                    Fault.NO_SUCH_METHOD, "the object has no such method; its interfaces are " + export.interfaces());
        }
        return new ObjectCall(head, export, method, key, version);
    }
}
