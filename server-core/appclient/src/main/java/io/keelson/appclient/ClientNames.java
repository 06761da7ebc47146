package io.keelson.appclient;

import io.keelson.remoting.bean.BeanHandleDelegate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import javax.naming.Binding;
import javax.naming.Context;
import javax.naming.NameClassPair;
import javax.naming.NameNotFoundException;
import javax.naming.NamingException;
import javax.naming.OperationNotSupportedException;
import org.jspecify.annotations.Nullable;

/**
 * The names of a client: its own below {@code java:}, then those of the server (Jakarta EE Platform 11, EE.5.2.2). Values are made at the
 * first look-up, those of beans at each. Thread-safe.
 */
final class ClientNames {
    private static final String COMP = "java:comp/";

    private final Map<String, Value> own = new ConcurrentHashMap<>();
    private final ServerConnection server;
    private final @Nullable String application;

    ClientNames(ServerConnection server, @Nullable String application) {
        this.server = server;
        this.application = application;
        add(BeanHandleDelegate.NAME, () -> new BeanHandleDelegate(null));
    }

    /** Makes a value. */
    interface Maker {
        @Nullable
        Object make() throws ClientException;
    }

    /** A value that is made once, or anew for whoever asks. The monitor of the object guards it; whoever waits needs the value. */
    private static final class Value {
        private final Maker maker;
        private final boolean definition;
        private final boolean anew;
        private boolean made;
        private boolean making;
        private @Nullable Object value;

        Value(Maker maker, boolean definition, boolean anew) {
            this.maker = maker;
            this.definition = definition;
            this.anew = anew;
        }

        synchronized @Nullable Object get(String name) throws ClientException {
            if (!made) {
                if (making) {
                    throw new ClientException("the name " + name + " leads to itself");
                }
                making = true;
                try {
                    value = maker.make();
                    made = !anew;
                } finally {
                    making = false;
                }
            }
            return value;
        }
    }

    void add(String name, Maker maker) {
        own.put(name, new Value(maker, false, false));
    }

    /** Adds a bean: each look-up of a stateful one is to make one (Enterprise Beans 4.0 Core, 3.4.3). */
    void addBean(String name, Maker maker) {
        own.put(name, new Value(maker, false, true));
    }

    void define(String name, Maker maker) {
        own.put(name, new Value(maker, true, false));
    }

    /** Returns a resource that the client defines under this name; null for none. */
    @Nullable
    Object definition(String name) throws ClientException {
        Value value = own.get(name);
        return value == null || !value.definition ? null : value.get(name);
    }

    /** Returns the value of a reference that was added. */
    @Nullable
    Object value(String name) throws ClientException {
        Value value = own.get(name);
        return value == null ? null : value.get(name);
    }

    Object lookup(String name) throws NamingException {
        if (!name.startsWith("java:")) {
            return server.context().lookup(name);
        }
        String plain = normal(name);
        Value value = own.get(plain);
        if (value != null) {
            Object found = made(plain, value);
            if (found != null) {
                return found;
            }
            throw new NameNotFoundException(plain + " has no value");
        }
        if (isContext(plain)) {
            return new ClientContext(this, plain);
        }
        if (plain.startsWith("java:global/") || plain.equals("java:global")) {
            return server.context().lookup(plain);
        }
        if (plain.startsWith("java:app/") && application != null) {
            return server.context().lookup("java:global/" + application + plain.substring("java:app".length()));
        }
        throw new NameNotFoundException(
                "the application client has no name " + plain + Nearest.of(plain, own.keySet()));
    }

    private static @Nullable Object made(String name, Value value) throws NamingException {
        try {
            return value.get(name);
        } catch (ClientException e) {
            NamingException failed = new NamingException(e.getMessage());
            failed.initCause(e);
            throw failed;
        }
    }

    private static String normal(String name) {
        String plain = name.startsWith("java:/") ? "java:" + name.substring("java:/".length()) : name;
        while (plain.endsWith("/")) {
            plain = plain.substring(0, plain.length() - 1);
        }
        return plain;
    }

    private boolean isContext(String name) {
        return name.equals("java:")
                || name.equals("java:comp")
                || name.equals(COMP + "env")
                || own.keySet().stream().anyMatch(each -> each.startsWith(name + "/"));
    }

    /** Returns the names below one of the client's own contexts. */
    List<NameClassPair> list(String name) throws NamingException {
        String context = normal(name);
        if (!context.startsWith("java:") || context.startsWith("java:global") || !isContext(context)) {
            List<NameClassPair> all = new ArrayList<>();
            var names = server.context()
                    .list(
                            context.startsWith("java:app") && application != null
                                    ? "java:global/" + application + context.substring("java:app".length())
                                    : context);
            while (names.hasMore()) {
                all.add(names.next());
            }
            return all;
        }
        String base = context.endsWith(":") ? context : context + "/";
        Map<String, NameClassPair> found = new TreeMap<>();
        for (String each : new TreeSet<>(own.keySet())) {
            if (each.startsWith(base)) {
                String rest = each.substring(base.length());
                int slash = rest.indexOf('/');
                String first = slash < 0 ? rest : rest.substring(0, slash);
                if (slash >= 0) {
                    found.put(first, new NameClassPair(first, Context.class.getName()));
                } else {
                    Value held = own.get(each);
                    String type = held == null ? null : className(each, held);
                    if (type != null) {
                        found.put(first, new NameClassPair(first, type));
                    }
                }
            }
        }
        return List.copyOf(found.values());
    }

    /** A value that cannot be made, as for want of a driver, hides no other: its look-up says why. */
    private static @Nullable String className(String name, Value held) {
        try {
            Object value = made(name, held);
            return value == null ? null : value.getClass().getName();
        } catch (NamingException e) {
            return Object.class.getName();
        }
    }

    List<Binding> bindings(String name) throws NamingException {
        List<Binding> all = new ArrayList<>();
        for (NameClassPair each : list(name)) {
            String full = name.isEmpty() || name.endsWith(":") ? name + each.getName() : name + "/" + each.getName();
            all.add(new Binding(each.getName(), each.getClassName(), lookup(full)));
        }
        return all;
    }

    /** Returns the server's context for a change of a name. */
    Context changing(String name) throws NamingException {
        if (name.startsWith("java:")) {
            throw new OperationNotSupportedException("the names of an application client cannot be changed: " + name
                    + " (Jakarta EE Platform, EE.5.3.4)");
        }
        return server.context();
    }
}
