package io.keelson.admin.jmx.remote;

import io.keelson.admin.jmx.JmxGate;
import io.keelson.admin.jmx.ManagedBeans;
import io.keelson.admin.rest.Caller;
import io.keelson.kernel.management.Role;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import javax.management.Attribute;
import javax.management.AttributeList;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.loading.ClassLoaderRepository;
import org.jspecify.annotations.Nullable;

/**
 * The MBean server as one client has it: each call is checked against the roles that its user has at that moment, and changes are written
 * into the audit log. Changes of the server's own beans are, by the beans themselves; those of all others here. Thread-safe.
 */
final class RoledBeans implements InvocationHandler {
    private static final ClassLoaderRepository NO_LOADERS = new NoLoaders();

    /** Of the bean of the JVM: they may have passwords. */
    private static final Set<String> SECRETIVE = Set.of("InputArguments", "SystemProperties");

    private final MBeanServer server;
    private final ManagedBeans beans;
    private final Permissions permissions;
    private final Session session;

    private RoledBeans(MBeanServer server, ManagedBeans beans, Permissions permissions, Session session) {
        this.server = server;
        this.beans = beans;
        this.permissions = permissions;
        this.session = session;
    }

    /** The MBean server of somebody who is logged in. */
    static MBeanServer of(MBeanServer server, ManagedBeans beans, Permissions permissions, Session session) {
        return (MBeanServer) Proxy.newProxyInstance(
                RoledBeans.class.getClassLoader(),
                new Class<?>[] {MBeanServer.class},
                new RoledBeans(server, beans, permissions, session));
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] given) throws Throwable {
        @Nullable Object[] arguments = given == null ? new Object[0] : given;
        if (method.getDeclaringClass() == Object.class) {
            return method.invoke(this, arguments);
        }
        Caller caller = session.caller();
        return JmxGate.as(new JmxGate.Remote(caller, session.from()), () -> {
            check(caller, method.getName(), arguments);
            return carryOut(caller, method, arguments);
        });
    }

    private void check(Caller caller, String method, @Nullable Object[] arguments) {
        Optional<Role> least = permissions.least(method, arguments);
        if (least.isPresent() && caller.may(least.get())) {
            return;
        }
        String why = least.map(role ->
                        "This needs the role " + role.text() + "; " + caller.name() + " has " + caller.roleNames())
                .orElse("Nobody may do this by remote JMX");
        String verb = switch (method) {
            case "invoke" -> "INVOKE";
            case "setAttribute", "setAttributes" -> "SET";
            default -> method;
        };
        beans.gate().refused(verb, String.valueOf(at(arguments, 0)), what(method, arguments), why);
        RemoteJmxLog.LOG.refused(session.from(), why);
        throw refusal(why);
    }

    /** Of a class that every client has, and without the server's stack. */
    static SecurityException refusal(String why) {
        SecurityException refusal = new SecurityException(why);
        refusal.setStackTrace(new StackTraceElement[0]);
        return refusal;
    }

    private @Nullable Object carryOut(Caller caller, Method method, @Nullable Object[] arguments) throws Exception {
        return switch (method.getName()) {
            // What a client may send is of the JDK; nothing of an application is loaded for it.
            case "getClassLoaderFor" -> ClassLoader.getPlatformClassLoader();
            case "getClassLoaderRepository" -> NO_LOADERS;
            case "invoke" ->
                Permissions.looksAtThreads(arguments) || !others(arguments)
                        ? call(method, arguments)
                        : change("INVOKE", method, arguments);
            case "setAttribute", "setAttributes" ->
                others(arguments) ? change("SET", method, arguments) : call(method, arguments);
            case "getAttribute" -> shown(caller, arguments, call(method, arguments));
            case "getAttributes" -> allShown(caller, arguments, call(method, arguments));
            default -> call(method, arguments);
        };
    }

    /** Returns whether it is not about one of the server's own beans. */
    private boolean others(@Nullable Object[] arguments) {
        return !(at(arguments, 0) instanceof ObjectName name && beans.has(name));
    }

    private @Nullable Object change(String verb, Method method, @Nullable Object[] arguments) throws Exception {
        return beans.gate()
                .change(
                        verb,
                        String.valueOf(at(arguments, 0)),
                        what(method.getName(), arguments),
                        caller -> call(method, arguments));
    }

    private @Nullable Object call(Method method, @Nullable Object[] arguments) throws Exception {
        try {
            return method.invoke(server, arguments);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw (Exception) e.getCause();
        }
    }

    private static @Nullable Object at(@Nullable Object[] arguments, int index) {
        return index < arguments.length ? arguments[index] : null;
    }

    private static String what(String method, @Nullable Object[] arguments) {
        Object second = at(arguments, 1);
        if (second instanceof Attribute attribute) {
            return attribute.getName();
        }
        if (second instanceof AttributeList list) {
            return list.asList().stream().map(Attribute::getName).collect(Collectors.joining(","));
        }
        return method.equals("invoke") ? String.valueOf(second) : "";
    }

    private static @Nullable Object shown(Caller caller, @Nullable Object[] arguments, @Nullable Object value) {
        return secretive(caller, arguments, String.valueOf(at(arguments, 1))) ? hidden(value) : value;
    }

    private static @Nullable Object allShown(Caller caller, @Nullable Object[] arguments, @Nullable Object values) {
        if (!(values instanceof AttributeList list)) {
            return values;
        }
        AttributeList shown = new AttributeList();
        for (Attribute each : list.asList()) {
            boolean hide = secretive(caller, arguments, each.getName());
            shown.add(hide ? new Attribute(each.getName(), hidden(each.getValue())) : each);
        }
        return shown;
    }

    private static boolean secretive(Caller caller, @Nullable Object[] arguments, String attribute) {
        return !caller.may(Role.ADMIN)
                && SECRETIVE.contains(attribute)
                && at(arguments, 0) instanceof ObjectName name
                && Permissions.is(name, "java.lang", "Runtime");
    }

    private static @Nullable Object hidden(@Nullable Object value) {
        return value instanceof String[] ? new String[] {"(shown to the role admin only)"} : null;
    }

    /** Finds no classes. */
    private static final class NoLoaders implements ClassLoaderRepository {
        @Override
        public Class<?> loadClass(String name) throws ClassNotFoundException {
            throw new ClassNotFoundException(name);
        }

        @Override
        public Class<?> loadClassWithout(ClassLoader exclude, String name) throws ClassNotFoundException {
            throw new ClassNotFoundException(name);
        }

        @Override
        public Class<?> loadClassBefore(ClassLoader stop, String name) throws ClassNotFoundException {
            throw new ClassNotFoundException(name);
        }
    }
}
