package io.keelson.remoting.internal.call;

import io.keelson.remoting.internal.marshal.RemoteReference;
import io.keelson.remoting.internal.marshal.RemoteReferences;
import io.keelson.remoting.spi.Members;
import java.io.IOException;
import java.io.InvalidObjectException;
import java.lang.reflect.Proxy;
import java.rmi.Remote;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Remote objects in the messages of one connection. Of one message; confined to the thread that writes or reads it. */
final class PeerReferences implements RemoteReferences {
    private final PeerConnection connection;
    private final ExportScope scope;

    PeerReferences(PeerConnection connection, ExportScope scope) {
        this.connection = connection;
        this.scope = scope;
    }

    @Override
    public boolean isRemote(Object object) {
        return travelsAsReference(connection.node(), object);
    }

    static boolean travelsAsReference(Node node, Object object) {
        return stub(object) != null
                || object instanceof Remote
                        && !RemoteInterfaces.of(object.getClass()).isEmpty()
                || node.views().has(object);
    }

    static @Nullable Stub stub(Object object) {
        return Proxy.isProxyClass(object.getClass()) && Proxy.getInvocationHandler(object) instanceof Stub stub
                ? stub
                : null;
    }

    @Override
    public RemoteReference reference(Object object) throws IOException {
        Node node = connection.node();
        connection.vouch();
        Stub stub = stub(object);
        if (stub != null && reachable(stub.reference())) {
            return stub.reference();
        }
        if (node.views().has(object)) {
            return node.views().reference(node, object);
        }
        if (!(object instanceof Remote remote)) {
            throw new InvalidObjectException("a reference to a bean that came from " + reachedAt(stub)
                    + " cannot be handed on to " + connection.peer() + ", which may not connect there");
        }
        Exports.KeyedExport keyed = node.exports().keyed(remote);
        if (keyed != null) {
            return ofMembers(node, keyed);
        }
        // A stub that the peer could not use is called through this process.
        Export export = node.exports().exportTo(remote, node.scopeOf(remote), connection);
        return new RemoteReference(node.number(), export.number(), "", "", node.addresses(), export.interfaces());
    }

    private static Object reachedAt(@Nullable Stub stub) {
        return stub == null ? "another process" : stub.reference().addresses();
    }

    /** The reference to an object of this process that stays exported. */
    static RemoteReference lasting(Node node, Remote remote) {
        Exports.KeyedExport keyed = node.exports().keyed(remote);
        if (keyed != null) {
            return ofMembers(node, keyed);
        }
        Export export = node.exports().export(remote, node.scopeOf(remote));
        return new RemoteReference(node.number(), export.number(), "", "", node.addresses(), export.interfaces());
    }

    private static RemoteReference ofMembers(Node node, Exports.KeyedExport keyed) {
        return new RemoteReference(
                node.number(),
                0,
                keyed.key(),
                keyed.policy(),
                memberAddresses(node, keyed.key()),
                keyed.export().interfaces());
    }

    private boolean reachable(RemoteReference reference) {
        return reference.node() == connection.terms().node() || connection.isAgreed(reference.addresses());
    }

    static List<String> memberAddresses(Node node, String key) {
        Members members = node.members();
        if (members == null) {
            return node.addresses();
        }
        List<String> all = new ArrayList<>();
        members.members(key).members().forEach(member -> all.addAll(member.addresses()));
        return all.isEmpty() ? node.addresses() : all;
    }

    @Override
    public Object object(RemoteReference reference, ClassLoader loader) throws IOException {
        Node node = connection.node();
        Object local = local(node, reference);
        if (local != null) {
            return local;
        }
        Route route = connection.route();
        Set<Address> allowed = Set.of();
        if (!reference.key().isEmpty() || reference.node() != connection.terms().node()) {
            allowed = connection.allowed(reference.addresses());
        }
        if (reference.key().isEmpty() && reference.node() != connection.terms().node()) {
            if (allowed.isEmpty()) {
                throw new InvalidObjectException("a remote object that came from " + connection.peer()
                        + " cannot be called from here: it is to be found at " + reference.addresses()
                        + ", which is no server that is known to belong together with that one (trusted-addresses of a"
                        + " server's remoting settings)");
            }
            route = new FirstOf(node.endpoints().all(allowed, route));
        }
        boolean trusted = connection.route() instanceof Endpoint || connection.isServerOfDomain();
        // A stranger may give back a reference to a view of this process, with the interfaces that the view has here.
        Views.Target known = trusted ? null : node.views().find(reference.key());
        List<Class<?>> interfaces = known == null
                ? interfaces(reference, loader, trusted)
                : known.of().view().interfaces();
        if (connection.route() instanceof Endpoint) {
            // What this side asked of a server that it chose may answer with its own types.
            scope.streams().allowed().addInterfaces(interfaces);
        }
        return Stub.make(node, scope, reference, route, allowed, interfaces, loader);
    }

    static @Nullable Object local(Node node, RemoteReference reference) throws IOException {
        if (!reference.key().isEmpty()) {
            Exports.KeyedExport keyed = node.exports().find(reference.key());
            if (keyed != null) {
                return keyed.export().target();
            }
            // An instance is of the process that gave the reference away; others have the view, and not the instance.
            boolean elsewhere = reference.key().indexOf(Views.INSTANCE) >= 0 && reference.node() != node.number();
            return elsewhere ? null : node.views().local(reference.key());
        }
        Export export = reference.node() == node.number() ? node.exports().find(reference.number()) : null;
        return export == null ? null : export.target();
    }

    /**
     * Those that are known here. An interface is only loaded, never initialised.
     *
     * @param trusted whether those count that do not extend {@link Remote}, as views of beans have. A stranger could have any interface
     *     of the JDK called by them
     */
    static List<Class<?>> interfaces(RemoteReference reference, ClassLoader loader, boolean trusted)
            throws IOException {
        List<Class<?>> found = new ArrayList<>();
        for (String name : reference.interfaces()) {
            try {
                Class<?> type = Class.forName(name, false, loader);
                if (type.isInterface()
                        && (Remote.class.isAssignableFrom(type) || trusted && !name.startsWith("java."))) {
                    found.add(type);
                }
            } catch (ClassNotFoundException | LinkageError e) {
                CallLog.LOG.debugf(e, "the remote interface %s", name);
            }
        }
        if (found.isEmpty()) {
            throw new InvalidObjectException("none of the remote interfaces " + reference.interfaces()
                    + " is on the class path of who receives the object");
        }
        return found;
    }
}
