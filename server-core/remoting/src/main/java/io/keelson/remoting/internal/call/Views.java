package io.keelson.remoting.internal.call;

import io.keelson.base.work.WorkManager;
import io.keelson.remoting.internal.marshal.RemoteReference;
import io.keelson.remoting.spi.CallScope;
import io.keelson.remoting.spi.Members;
import io.keelson.remoting.spi.OpenView;
import io.keelson.remoting.spi.RemoteView;
import java.lang.invoke.MethodType;
import java.lang.reflect.InvocationTargetException;
import java.rmi.NoSuchObjectException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The views of this process whose references travel: by the class of their references, and by their key. On the wire an instance stands
 * behind the key and a {@value #INSTANCE}. Thread-safe: {@code this} guards changes, look-ups take no lock.
 */
final class Views {
    /** Divides the key of a view from the instance. */
    static final char INSTANCE = '#';

    /** The policy of a reference to an instance: its first address is the one that has it. */
    static final String HOLDER_FIRST = "holder-first";

    private static final int LONGEST_INSTANCE = 200;

    private final Map<Class<?>, List<Opened>> byClass = new ConcurrentHashMap<>();
    private final Map<String, Opened> byKey = new ConcurrentHashMap<>();

    /** A view with what its calls need. Immutable. */
    record Opened(
            Class<?> references,
            RemoteView view,
            ExportScope scope,
            WorkManager work,
            Map<Long, RemoteMethod> methods,
            String policy) {
        OpenView forOthers() {
            return new ForOthers(this);
        }

        List<String> interfaces() {
            return view.interfaces().stream().map(Class::getName).toList();
        }
    }

    /** The same for other protocols. Immutable. */
    private record ForOthers(Opened of) implements OpenView {
        @Override
        public Class<?> references() {
            return of.references();
        }

        @Override
        public RemoteView view() {
            return of.view();
        }

        @Override
        public CallScope scope() {
            return of.scope().scope();
        }

        @Override
        public WorkManager work() {
            return of.work();
        }

        @Override
        public ClassLoader loader() {
            return of.scope().streams().loader();
        }

        @Override
        public boolean reads(String className) {
            return of.scope().streams().allowed().allows(className);
        }
    }

    /** An instance of a view, as a request names it; the empty one where any serves. */
    record Target(Opened of, String instance) implements CallTarget {
        @Override
        public ExportScope scope() {
            return of.scope();
        }

        @Override
        public WorkManager work() {
            return of.work();
        }

        @Override
        public List<String> interfaces() {
            return of.interfaces();
        }

        @Override
        public @Nullable RemoteMethod method(long hash) {
            return of.methods().get(hash);
        }

        @Override
        public boolean usable() {
            return true;
        }

        @Override
        public @Nullable Object invoke(RemoteMethod method, @Nullable Object[] arguments)
                throws InvocationTargetException {
            checkTypes(method.method().getParameterTypes(), arguments);
            try {
                return of.view().invoke(instance, method.method(), arguments);
            } catch (Throwable e) { // the caller gets whatever the bean's room threw
                throw new InvocationTargetException(e);
            }
        }
    }

    private static void checkTypes(Class<?>[] types, @Nullable Object[] arguments) {
        for (int i = 0; i < types.length; i++) {
            Object argument = arguments[i];
            Class<?> type = MethodType.methodType(types[i]).wrap().returnType();
            if (argument == null ? types[i].isPrimitive() : !type.isInstance(argument)) {
                throw new IllegalArgumentException("argument " + (i + 1) + " is "
                        + (argument == null
                                ? "null"
                                : "of " + argument.getClass().getName()) + ", not of "
                        + types[i].getName());
            }
        }
    }

    /**
     * Opens a view.
     *
     * @param references the class of its references
     * @throws IllegalStateException where the key is taken
     */
    synchronized void open(Class<?> references, RemoteView view, ExportScope scope) {
        String key = view.key();
        if (key.isEmpty() || key.indexOf(INSTANCE) >= 0 || view.interfaces().isEmpty()) {
            throw new IllegalArgumentException("'" + key + "' is no key of a view, or it has no interface");
        }
        if (byKey.containsKey(key)) {
            throw new IllegalStateException("this server has another view '" + key + "'");
        }
        WorkManager own = view.work();
        WorkManager work = own == null ? scope.work().standard() : own;
        Map<Long, RemoteMethod> methods = RemoteMethod.byHash(view.interfaces());
        String policy = MemberChoice.name(view.algorithm()) + IdempotentMethods.text(view, methods);
        Opened opened = new Opened(references, view, scope, work, methods, policy);
        scope.streams().allowed().addInterfaces(view.interfaces());
        byKey.put(key, opened);
        List<Opened> all = new ArrayList<>(byClass.getOrDefault(references, List.of()));
        all.add(opened);
        byClass.put(references, List.copyOf(all));
    }

    /** Closes the views of an application. */
    synchronized void closeAll(ExportScope scope) {
        byClass.values().removeIf(all -> all.get(0).scope() == scope); // a class is of one application
        byKey.values().removeIf(opened -> opened.scope() == scope);
    }

    /** Returns the open views of an application. */
    List<OpenView> of(ExportScope scope) {
        return byKey.values().stream()
                .filter(opened -> opened.scope() == scope)
                .map(Opened::forOthers)
                .toList();
    }

    Set<String> keys() {
        return Set.copyOf(byKey.keySet());
    }

    boolean has(Object object) {
        return !byClass.isEmpty() && byClass.containsKey(object.getClass());
    }

    /** Returns what a request's key names; null for nothing of this process. */
    @Nullable
    Target find(String key) {
        int end = key.indexOf(INSTANCE);
        Opened opened = byKey.get(end < 0 ? key : key.substring(0, end));
        return opened == null ? null : new Target(opened, end < 0 ? "" : key.substring(end + 1));
    }

    /** Returns the key under which members offer what a request's key names. */
    static String offered(String key) {
        int end = key.indexOf(INSTANCE);
        return end < 0 ? key : key.substring(0, end);
    }

    /** Returns the reference that travels for an object of a view. */
    RemoteReference reference(Node node, Object object) {
        for (Opened opened : byClass.getOrDefault(object.getClass(), List.of())) {
            String instance = opened.view().instance(object);
            if (instance != null) {
                return reference(node, opened, instance);
            }
        }
        throw new IllegalArgumentException("the application of a reference to a bean has been closed");
    }

    private static RemoteReference reference(Node node, Opened opened, String instance) {
        RemoteView view = opened.view();
        if (instance.isEmpty()) {
            List<String> addresses = PeerReferences.memberAddresses(node, view.key());
            return new RemoteReference(node.number(), 0, view.key(), opened.policy(), addresses, opened.interfaces());
        }
        if (instance.length() > LONGEST_INSTANCE) {
            throw new IllegalStateException("the name of an instance of " + view.key() + " is too long");
        }
        List<String> addresses = new ArrayList<>(node.addresses());
        PeerReferences.memberAddresses(node, view.key()).stream()
                .filter(address -> !addresses.contains(address))
                .forEach(addresses::add);
        String key = view.key() + INSTANCE + instance;
        return new RemoteReference(node.number(), 0, key, HOLDER_FIRST, addresses, opened.interfaces());
    }

    /** Returns the object of this process that a key stands for; null where it has no such view. */
    @Nullable
    Object local(String key) throws NoSuchObjectException {
        Target target = find(key);
        return target == null ? null : target.of().view().reference(target.instance());
    }

    /** Returns the members of a list with this process first, which has the instance. */
    static Members.MemberList holderFirst(Members.MemberList list, List<String> own) {
        List<Members.Member> ordered = new ArrayList<>(list.members());
        ordered.sort((a, b) ->
                Boolean.compare(b.addresses().equals(own), a.addresses().equals(own)));
        long version = list.version() * 31 + own.hashCode();
        return new Members.MemberList(version == 0 ? 1 : version, ordered);
    }
}
