package io.keelson.remoting.internal.call;

import io.keelson.remoting.internal.marshal.RemoteReference;
import jakarta.ejb.EJBException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.lang.reflect.UndeclaredThrowableException;
import java.rmi.RemoteException;
import java.rmi.UnexpectedException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * Stand-in for an object of another process: a dynamic proxy over its remote interfaces. Two stubs of one object are equal. Thread-safe.
 */
public final class Stub implements InvocationHandler {
    /** Keys of views of beans begin so. */
    private static final String BEAN = "ejb:";

    private static final Set<Class<?>> FUTURES = Set.of(Future.class, CompletionStage.class, CompletableFuture.class);

    private final RemoteReference reference;
    private final Map<Method, RemoteMethod> methods = new HashMap<>();
    private final StubCalls calls;
    private final Node node;
    private final boolean bean;

    private Stub(Node node, RemoteReference reference, List<Class<?>> interfaces, StubCalls calls) {
        this.node = node;
        this.bean = reference.key().startsWith(BEAN);
        this.reference = reference;
        this.calls = calls;
        interfaces.forEach(type -> methods.putAll(RemoteMethod.ofInterface(type)));
    }

    static Object make(
            Node node,
            ExportScope scope,
            RemoteReference reference,
            Route route,
            Set<Address> members,
            List<Class<?>> interfaces,
            ClassLoader loader) {
        StubCalls calls = reference.key().isEmpty()
                ? new SingleCalls(node, scope, reference, route)
                : new MemberCalls(node, scope, reference, route, members);
        return Proxy.newProxyInstance(
                loader, interfaces.toArray(Class<?>[]::new), new Stub(node, reference, interfaces, calls));
    }

    RemoteReference reference() {
        return reference;
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        if (method.getDeclaringClass() == Object.class) {
            return ofObject(method, arguments);
        }
        RemoteMethod remote = methods.get(method);
        if (remote == null) {
            throw new IllegalStateException("the stub has no method " + method);
        }
        @Nullable Object[] given = arguments == null ? new @Nullable Object[0] : arguments;
        if (bean && FUTURES.contains(method.getReturnType())) {
            return RemoteFuture.begin(node, remote.name(), () -> awaited(remote, given));
        }
        return call(remote, given);
    }

    /** A Future tells of whatever the method threw. */
    private @Nullable Object awaited(RemoteMethod remote, @Nullable Object[] arguments) throws Exception {
        try {
            return call(remote, arguments);
        } catch (EJBException e) {
            throw e.getCause() instanceof UnexpectedException undeclared
                            && undeclared.getCause() instanceof Exception thrown
                    ? thrown
                    : e;
        }
    }

    private @Nullable Object call(RemoteMethod remote, @Nullable Object[] arguments) throws Exception {
        try {
            return calls.call(remote, arguments);
        } catch (RemoteException e) {
            throw remote.remoteFailures() ? e : BusinessFailures.of(e);
        } catch (Exception | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new UndeclaredThrowableException(e, remote.name() + " threw neither an exception nor an error");
        }
    }

    private Object ofObject(Method method, @Nullable Object @Nullable [] arguments) {
        return switch (method.getName()) {
            case "hashCode" ->
                Long.hashCode(reference.number() ^ node()) ^ reference.key().hashCode();
            case "equals" -> arguments != null && arguments[0] != null && same(arguments[0]);
            default -> toString();
        };
    }

    /** Members have the same object under a key, whichever gave the reference away. */
    private long node() {
        return reference.key().isEmpty() ? reference.node() : 0;
    }

    private boolean same(Object other) {
        return Proxy.isProxyClass(other.getClass())
                && Proxy.getInvocationHandler(other) instanceof Stub stub
                && stub.node() == node()
                && stub.reference.number() == reference.number()
                && stub.reference.key().equals(reference.key());
    }

    @Override
    public String toString() {
        String names = String.join(", ", reference.interfaces());
        return reference.key().isEmpty()
                ? "Stub[" + names + ", object " + reference.number() + " of node " + Long.toHexString(reference.node())
                        + "]"
                : "Stub[" + names + ", '" + reference.key() + "' of the members]";
    }
}
