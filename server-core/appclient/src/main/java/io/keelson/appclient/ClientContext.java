package io.keelson.appclient;

import java.util.Hashtable;
import java.util.Iterator;
import java.util.List;
import javax.naming.Binding;
import javax.naming.CompositeName;
import javax.naming.Context;
import javax.naming.Name;
import javax.naming.NameClassPair;
import javax.naming.NameParser;
import javax.naming.NamingEnumeration;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;

/**
 * A context of a client's names. Closing it frees nothing: the connection is the container's. Thread-safe.
 *
 * @param names all names
 * @param prefix the whole name of the context; empty for the initial one
 */
record ClientContext(ClientNames names, String prefix) implements Context {
    private static final NameParser PARSER = CompositeName::new;

    private String full(String name) {
        if (prefix.isEmpty() || name.startsWith("java:")) {
            return name;
        }
        return name.isEmpty() ? prefix : prefix.endsWith(":") ? prefix + name : prefix + "/" + name;
    }

    @Override
    public Object lookup(String name) throws NamingException {
        return name.isEmpty() ? this : names.lookup(full(name));
    }

    @Override
    public void bind(String name, @Nullable Object value) throws NamingException {
        names.changing(full(name)).bind(full(name), value);
    }

    @Override
    public void rebind(String name, @Nullable Object value) throws NamingException {
        names.changing(full(name)).rebind(full(name), value);
    }

    @Override
    public void unbind(String name) throws NamingException {
        names.changing(full(name)).unbind(full(name));
    }

    @Override
    public void rename(String from, String to) throws NamingException {
        names.changing(full(from)).rename(full(from), full(to));
    }

    @Override
    public NamingEnumeration<NameClassPair> list(String name) throws NamingException {
        return new Listed<>(names.list(full(name)));
    }

    @Override
    public NamingEnumeration<Binding> listBindings(String name) throws NamingException {
        return new Listed<>(names.bindings(full(name)));
    }

    @Override
    public Context createSubcontext(String name) throws NamingException {
        return names.changing(full(name)).createSubcontext(full(name));
    }

    @Override
    public void destroySubcontext(String name) throws NamingException {
        names.changing(full(name)).destroySubcontext(full(name));
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
        return value;
    }

    @Override
    public Object removeFromEnvironment(String key) {
        return "";
    }

    @Override
    public Hashtable<?, ?> getEnvironment() {
        return new Hashtable<>();
    }

    @Override
    public String getNameInNamespace() {
        return prefix;
    }

    @Override
    public void close() {
        // The container closes the connection.
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

    /** The entries of a list. */
    private static final class Listed<T> implements NamingEnumeration<T> {
        private final Iterator<T> each;

        Listed(List<T> all) {
            this.each = all.iterator();
        }

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
