package io.keelson.remoting.internal.call;

import io.keelson.remoting.RemoteObjects.SharedValues;
import io.keelson.remoting.internal.marshal.RemoteReference;
import io.keelson.remoting.internal.marshal.RemoteReferences;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.io.InvalidObjectException;
import java.rmi.NoSuchObjectException;
import java.rmi.Remote;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The values of names that several processes share. They belong to no connection: whoever reads a reference connects to where
 * its process listens. Thread-safe: {@code lock} guards the counts.
 */
public final class NamedValues implements SharedValues {
    private static final int LARGEST = 64 << 20;

    private final Node node;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Remote, Integer> names = new IdentityHashMap<>();

    /** Those of a process. */
    public NamedValues(Node node) {
        this.node = node;
    }

    @Override
    public byte[] write(Object value, BooleanSupplier usable) throws IOException {
        Remote own = ownRemote(value);
        if (own != null) {
            hold(own, usable);
        }
        ExportScope scope = node.scopeOf(value.getClass().getClassLoader());
        ByteBuf bytes = Unpooled.buffer(256, LARGEST);
        try {
            scope.streams().write(bytes, LARGEST, new References(scope), value);
            byte[] written = new byte[bytes.readableBytes()];
            bytes.readBytes(written);
            return written;
        } catch (IOException | RuntimeException e) {
            release(value);
            throw e;
        } finally {
            bytes.release();
        }
    }

    @Override
    public @Nullable Object read(byte[] bytes, ClassLoader loader) throws IOException, ClassNotFoundException {
        ExportScope scope = node.scopeOf(loader);
        ByteBuf from = Unpooled.wrappedBuffer(bytes);
        try {
            return scope.streams().read(from, 1, new References(scope))[0];
        } finally {
            from.release();
        }
    }

    /** The value where it is remote and no stub of somebody else's. */
    private static @Nullable Remote ownRemote(Object value) {
        return value instanceof Remote remote
                        && PeerReferences.stub(value) == null
                        && !RemoteInterfaces.of(value.getClass()).isEmpty()
                ? remote
                : null;
    }

    private void hold(Remote own, BooleanSupplier usable) {
        lock.lock();
        try {
            boolean anew = node.exportAnew(own, usable);
            Integer held = names.get(own);
            if (held != null) {
                names.put(own, held + 1);
            } else if (anew) {
                names.put(own, 1);
            } // else somebody else has exported it, and takes it back
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void release(Object value) {
        Remote own = ownRemote(value);
        if (own == null) {
            return;
        }
        lock.lock();
        try {
            Integer held = names.get(own);
            if (held == null) {
                return;
            }
            if (held > 1) {
                names.put(own, held - 1);
                return;
            }
            names.remove(own);
            node.unexport(own);
        } catch (NoSuchObjectException e) {
            CallLog.LOG.debugf(e, "its application was closed before");
        } finally {
            lock.unlock();
        }
    }

    /** The references of one value. */
    private final class References implements RemoteReferences {
        private final ExportScope scope;

        References(ExportScope scope) {
            this.scope = scope;
        }

        @Override
        public boolean isRemote(Object object) {
            return PeerReferences.travelsAsReference(node, object);
        }

        @Override
        public RemoteReference reference(Object object) throws IOException {
            Stub stub = PeerReferences.stub(object);
            RemoteReference reference = stub != null
                    ? stub.reference()
                    : node.views().has(object)
                            ? node.views().reference(node, object)
                            : PeerReferences.lasting(node, (Remote) object);
            if (reference.addresses().isEmpty()) {
                throw new InvalidObjectException(
                        stub == null
                                ? "this process listens nowhere yet, so that nobody could call the object"
                                : "a remote object of a client cannot be reached by others: its process listens nowhere");
            }
            return reference;
        }

        @Override
        public Object object(RemoteReference reference, ClassLoader loader) throws IOException {
            Object local = PeerReferences.local(node, reference);
            if (local != null) {
                return local;
            }
            if (reference.addresses().isEmpty()) {
                throw new InvalidObjectException("a remote object cannot be reached: its process listens nowhere");
            }
            List<Class<?>> interfaces =
                    scope == node.own() ? List.of(Remote.class) : PeerReferences.interfaces(reference, loader, true);
            // Those who share names are servers of one domain: what they answer may be of their own types.
            scope.streams().allowed().addInterfaces(interfaces);
            Set<Address> addresses = Address.all(reference.addresses());
            Route route = new FirstOf(node.endpoints().all(addresses));
            return Stub.make(node, scope, reference, route, addresses, interfaces, loader);
        }
    }
}
