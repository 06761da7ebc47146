package io.keelson.kernel.naming;

import java.util.Hashtable;
import javax.naming.Binding;
import javax.naming.CompositeName;
import javax.naming.Context;
import javax.naming.Name;
import javax.naming.NameClassPair;
import javax.naming.NameParser;
import javax.naming.NamingEnumeration;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;

/** Base of all contexts: names as text, the environment, composition. The environment is guarded by itself. */
abstract class NameContext implements Context {
    private static final NameParser PARSER = CompositeName::new;

    private final Hashtable<Object, Object> environment = new Hashtable<>();

    NameContext(@Nullable Hashtable<?, ?> environment) {
        if (environment != null) {
            this.environment.putAll(environment);
        }
    }

    @Override
    public Object lookup(String name) throws NamingException {
        return lookup(new CompositeName(name));
    }

    @Override
    public void bind(String name, Object value) throws NamingException {
        bind(new CompositeName(name), value);
    }

    @Override
    public void rebind(String name, Object value) throws NamingException {
        rebind(new CompositeName(name), value);
    }

    @Override
    public void unbind(String name) throws NamingException {
        unbind(new CompositeName(name));
    }

    @Override
    public void rename(String from, String to) throws NamingException {
        rename(new CompositeName(from), new CompositeName(to));
    }

    @Override
    public NamingEnumeration<NameClassPair> list(String name) throws NamingException {
        return list(new CompositeName(name));
    }

    @Override
    public NamingEnumeration<Binding> listBindings(String name) throws NamingException {
        return listBindings(new CompositeName(name));
    }

    @Override
    public void destroySubcontext(String name) throws NamingException {
        destroySubcontext(new CompositeName(name));
    }

    @Override
    public Context createSubcontext(String name) throws NamingException {
        return createSubcontext(new CompositeName(name));
    }

    @Override
    public Object lookupLink(String name) throws NamingException {
        return lookupLink(new CompositeName(name));
    }

    /** One syntax for all names: components from left to right, with slashes between them. */
    @Override
    public NameParser getNameParser(Name name) throws NamingException {
        return PARSER;
    }

    @Override
    public NameParser getNameParser(String name) throws NamingException {
        return PARSER;
    }

    @Override
    public Name composeName(Name name, Name prefix) throws NamingException {
        Name whole = (Name) prefix.clone();
        return whole.addAll(name);
    }

    @Override
    public String composeName(String name, String prefix) throws NamingException {
        return composeName(new CompositeName(name), new CompositeName(prefix)).toString();
    }

    @Override
    public @Nullable Object addToEnvironment(String property, Object value) {
        return environment.put(property, value);
    }

    @Override
    public @Nullable Object removeFromEnvironment(String property) {
        return environment.remove(property);
    }

    /** A copy. */
    @Override
    public Hashtable<?, ?> getEnvironment() {
        synchronized (environment) {
            return new Hashtable<>(environment);
        }
    }

    /** A property as text; null where there is none. */
    @Nullable
    String property(String name) {
        Object value = environment.get(name);
        return value == null ? null : value.toString();
    }
}
