package io.keelson.remoting.internal.call;

import io.keelson.base.work.WorkManager;
import java.lang.reflect.InvocationTargetException;
import java.rmi.Remote;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** An object that other processes can call. The set of connections is guarded by {@link Exports}. */
final class Export implements CallTarget {
    private final long number;
    private final Remote target;
    private final ExportScope scope;
    private final WorkManager work;
    private final List<Class<?>> interfaces;
    private final Map<Long, RemoteMethod> methods;
    private final Set<PeerConnection> holders = ConcurrentHashMap.newKeySet();
    private volatile boolean stays;
    private volatile BooleanSupplier usable = () -> true;

    Export(long number, Remote target, ExportScope scope) {
        this.number = number;
        this.target = target;
        this.scope = scope;
        this.interfaces = RemoteInterfaces.of(target.getClass());
        this.methods = RemoteMethod.byHash(interfaces);
        if (interfaces.isEmpty()) {
            throw new IllegalArgumentException(
                    "an object of " + target.getClass().getName()
                            + " cannot be called from other processes: it has no interface that extends java.rmi.Remote");
        }
        this.work = scope.work().of(target.getClass());
    }

    long number() {
        return number;
    }

    Remote target() {
        return target;
    }

    @Override
    public ExportScope scope() {
        return scope;
    }

    @Override
    public WorkManager work() {
        return work;
    }

    @Override
    public List<String> interfaces() {
        return interfaces.stream().map(Class::getName).toList();
    }

    List<Class<?>> types() {
        return interfaces;
    }

    @Override
    public @Nullable RemoteMethod method(long hash) {
        return methods.get(hash);
    }

    /** Stays until it is unexported; else it goes with the last connection that its reference was sent over. */
    void stay() {
        stays = true;
    }

    /** Says by what each call asks whether it may still begin: a lease that is held, say. */
    void usable(BooleanSupplier next) {
        usable = next;
    }

    @Override
    public boolean usable() {
        return usable.getAsBoolean();
    }

    @Override
    public @Nullable Object invoke(RemoteMethod method, @Nullable Object[] arguments) throws InvocationTargetException {
        try {
            return method.method().invoke(target, arguments);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(method.name() + " cannot be called: its interface is not accessible", e);
        }
    }

    boolean stays() {
        return stays;
    }

    Set<PeerConnection> holders() {
        return holders;
    }
}
