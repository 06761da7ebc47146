package io.keelson.client;

import io.keelson.remoting.bean.BeanHandleDelegate;
import io.keelson.remoting.internal.call.NamingClient;
import io.keelson.remoting.spi.NamingEndpoint.Entry;
import java.util.Hashtable;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.naming.Binding;
import javax.naming.CompositeName;
import javax.naming.Context;
import javax.naming.InvalidNameException;
import javax.naming.Name;
import javax.naming.NameClassPair;
import javax.naming.NameParser;
import javax.naming.NamingEnumeration;
import javax.naming.NamingException;
import javax.naming.ServiceUnavailableException;
import org.jspecify.annotations.Nullable;

/** A context of a server's names. Thread-safe. */
@SuppressWarnings("BanJNDI") // names are resolved by the server, and values read behind the filter
final class ServerContext implements Context {
    private static final NameParser PARSER = CompositeName::new;

    private final ContextConnection connection;
    private final String prefix;
    private final boolean initial;
    private final Hashtable<Object, Object> environment;
    private final AtomicBoolean closed = new AtomicBoolean();

    /**
     * Makes a context.
     *
     * @param initial whether closing it frees the connection; else that is for the context that it came from
     */
    ServerContext(ContextConnection connection, String prefix, boolean initial, Hashtable<?, ?> environment) {
        this.connection = connection;
        this.prefix = prefix;
        this.initial = initial;
        this.environment = new Hashtable<>(environment);
        this.environment.remove(SECURITY_CREDENTIALS);
    }

    private NamingClient names() throws NamingException {
        if (closed.get()) {
            throw new ServiceUnavailableException("the context is closed");
        }
        return connection.naming();
    }

    /** The whole name; a URL of the protocol stands for its path. */
    private String full(String name) {
        if (name.startsWith("keelson://") || name.startsWith("keelsons://")) {
            int slash = name.indexOf('/', name.indexOf("//") + 2);
            return slash < 0 ? "" : name.substring(slash + 1);
        }
        return prefix.isEmpty() || name.isEmpty() ? prefix + name : prefix + "/" + name;
    }

    @Override
    public Object lookup(String name) throws NamingException {
        if (name.equals(BeanHandleDelegate.NAME)) {
            return new BeanHandleDelegate(this);
        }
        String full = full(name);
        Object value = full.isEmpty() ? null : names().lookup(full);
        if (value instanceof ClientBound bound) {
            return bound.bound(connection.streams());
        }
        return value == null ? new ServerContext(connection, full, false, environment) : value;
    }

    @Override
    public void bind(String name, @Nullable Object value) throws NamingException {
        names().bind(some(name), value);
    }

    @Override
    public void rebind(String name, @Nullable Object value) throws NamingException {
        names().rebind(some(name), value);
    }

    @Override
    public void unbind(String name) throws NamingException {
        names().unbind(some(name));
    }

    @Override
    public void rename(String from, String to) throws NamingException {
        names().rename(some(from), some(to));
    }

    private String some(String name) throws NamingException {
        if (name.isEmpty()) {
            throw new InvalidNameException("the name is empty");
        }
        return full(name);
    }

    @Override
    public NamingEnumeration<NameClassPair> list(String name) throws NamingException {
        return new Listed<>(names().list(full(name)).stream()
                .map(entry -> new NameClassPair(entry.name(), entry.className()))
                .iterator());
    }

    @Override
    public NamingEnumeration<Binding> listBindings(String name) throws NamingException {
        List<Entry> entries = names().list(full(name));
        String base = name.isEmpty() ? "" : name + "/";
        Iterator<Entry> each = entries.iterator();
        return new NamingEnumeration<>() {
            @Override
            public boolean hasMore() {
                return each.hasNext();
            }

            @Override
            public Binding next() throws NamingException {
                Entry entry = each.next();
                return new Binding(entry.name(), entry.className(), lookup(base + entry.name()));
            }

            @Override
            public boolean hasMoreElements() {
                return hasMore();
            }

            @Override
            public Binding nextElement() {
                try {
                    return next();
                } catch (NamingException e) {
                    throw new IllegalStateException("the value of a name cannot be had: " + e.getMessage(), e);
                }
            }

            @Override
            public void close() {
                // Nothing is held.
            }
        };
    }

    @Override
    public Context createSubcontext(String name) throws NamingException {
        names().createSubcontext(some(name));
        return new ServerContext(connection, full(name), false, environment);
    }

    @Override
    public void destroySubcontext(String name) throws NamingException {
        names().destroySubcontext(some(name));
    }

    @Override
    public Object lookupLink(String name) throws NamingException {
        return lookup(name);
    }

    @Override
    public NameParser getNameParser(String name) {
        return PARSER;
    }

    @Override
    public String composeName(String name, String ahead) {
        return ahead.isEmpty() ? name : ahead + "/" + name;
    }

    @Override
    public Object addToEnvironment(String key, Object value) {
        Object before = environment.put(key, value);
        return before == null ? "" : before;
    }

    @Override
    public Object removeFromEnvironment(String key) {
        Object before = environment.remove(key);
        return before == null ? "" : before;
    }

    @Override
    public Hashtable<?, ?> getEnvironment() {
        return new Hashtable<>(environment);
    }

    @Override
    public String getNameInNamespace() {
        return prefix;
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true) && initial) {
            connection.close();
        }
    }

    @Override
    public Object lookup(Name name) throws NamingException {
        return lookup(name.toString());
    }

    @Override
    public void bind(Name name, @Nullable Object value) throws NamingException {
        bind(name.toString(), value);
    }

    @Override
    public void rebind(Name name, @Nullable Object value) throws NamingException {
        rebind(name.toString(), value);
    }

    @Override
    public void unbind(Name name) throws NamingException {
        unbind(name.toString());
    }

    @Override
    public void rename(Name from, Name to) throws NamingException {
        rename(from.toString(), to.toString());
    }

    @Override
    public NamingEnumeration<NameClassPair> list(Name name) throws NamingException {
        return list(name.toString());
    }

    @Override
    public NamingEnumeration<Binding> listBindings(Name name) throws NamingException {
        return listBindings(name.toString());
    }

    @Override
    public void destroySubcontext(Name name) throws NamingException {
        destroySubcontext(name.toString());
    }

    @Override
    public Context createSubcontext(Name name) throws NamingException {
        return createSubcontext(name.toString());
    }

    @Override
    public Object lookupLink(Name name) throws NamingException {
        return lookup(name);
    }

    @Override
    public NameParser getNameParser(Name name) {
        return PARSER;
    }

    @Override
    public Name composeName(Name name, Name ahead) throws NamingException {
        return ((Name) ahead.clone()).addAll(name);
    }

    /** Enumeration of what a list holds. */
    private record Listed<T>(Iterator<T> each) implements NamingEnumeration<T> {
        @Override
        public T next() {
            return each.next();
        }

        @Override
        public boolean hasMore() {
            return each.hasNext();
        }

        @Override
        public boolean hasMoreElements() {
            return each.hasNext();
        }

        @Override
        public T nextElement() {
            return each.next();
        }

        @Override
        public void close() {
            // Nothing is held.
        }
    }
}
