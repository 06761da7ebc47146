package io.keelson.kernel.naming;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import javax.naming.Context;
import javax.naming.NameNotFoundException;
import javax.naming.NamingException;
import javax.naming.NoPermissionException;
import javax.naming.OperationNotSupportedException;
import javax.naming.Reference;
import org.jspecify.annotations.Nullable;

/**
 * The server tree as callers from other processes use it. They read names without a scheme, as they are written: {@code jms/orders}. They
 * also read {@code java:global/...}, for which {@code ejb:app/module/Bean!interface} is another form, and names of handles. What an
 * application has in {@code java:app} is below {@code java:global/APPLICATION} for them, where nothing else is. A value that
 * is callable is to arrive as a stub, one that is {@link Serializable} as a copy where it is not in {@code java:global}, which may hold
 * secrets of applications. Other values are refused here, before anything is sent. Callers change names only where the domain allows it
 * ({@code naming.remote-changes}), never those of {@code java:global}, and never bind a reference. Thread-safe.
 *
 * <p>Whoever calls has checked who the caller is and what a stub or a copy of a value is.
 */
public final class RemoteNames {
    private static final String GLOBAL = "java:global";
    private static final String EJB = "ejb:";

    private final Naming naming;
    private final Supplier<NamingSettings> settings;
    private final NameOwner owner;
    private final Predicate<Object> callable;

    RemoteNames(Naming naming, Supplier<NamingSettings> settings, Predicate<Object> callable) {
        this.callable = callable;
        this.naming = naming;
        this.settings = settings;
        this.owner = naming.owner("a remote caller", null);
    }

    /**
     * Result of a lookup.
     *
     * @param value a value that is Remote or Serializable; null: a context, of which the caller makes its own view
     */
    public record Found(@Nullable Object value) {
        /** Returns whether the name leads to a context. */
        public boolean isContext() {
            return value == null;
        }
    }

    /**
     * An entry of a context.
     *
     * @param name its name in the context
     * @param className the class of its value
     * @param context whether it is a context
     */
    public record Entry(String name, String className, boolean context) {}

    /**
     * Looks up a name; links are followed.
     *
     * @throws NamingException when it is not bound, or its value can be no stub and no copy
     */
    public Found lookup(String name) throws NamingException {
        Object object = naming.ofHandle(name);
        String global = global(name);
        Object value = object != null ? object : global == null ? context().lookup(plain(name)) : globally(global);
        if (value instanceof Context) {
            return new Found(null);
        }
        if (callable.test(value) || global == null && value instanceof Serializable) {
            return new Found(value);
        }
        throw new OperationNotSupportedException(
                "the value of " + name + " (" + value.getClass().getName()
                        + ") can be used inside the server only: it can neither be called from other processes"
                        + " (java.rmi.Remote, or a remote view of a bean) nor is it java.io.Serializable"
                        + (global == null ? "" : " and bound outside of java:global"));
    }

    private Object globally(String name) throws NamingException {
        try {
            return naming.globalContext(owner).lookup(name);
        } catch (NameNotFoundException e) {
            // A name that an application has made in java:app, as its client means it.
            int slash = name.indexOf('/');
            Context application = slash < 0 ? null : naming.applicationContext(name.substring(0, slash), owner);
            if (application == null) {
                throw e;
            }
            try {
                return application.lookup(name.substring(slash + 1));
            } catch (NameNotFoundException none) {
                throw e;
            }
        }
    }

    /** Returns what is directly below a context, by name; empty text is the whole tree. */
    public List<Entry> list(String name) throws NamingException {
        List<Entry> all = new ArrayList<>();
        String global = global(name);
        var names = global == null
                ? context().list(plain(name))
                : naming.globalContext(owner).list(global);
        while (names.hasMore()) {
            var each = names.next();
            String className = each.getClassName();
            all.add(new Entry(each.getName(), className, className.equals(Context.class.getName())));
        }
        return all;
    }

    /** Binds a name, which stays bound until somebody removes it or the server ends. */
    public void bind(String name, Object value, boolean replace) throws NamingException {
        changing(name);
        if (value instanceof Reference) {
            throw new NoPermissionException("a reference cannot be bound from outside the server");
        }
        if (replace) {
            context().rebind(plain(name), value);
        } else {
            context().bind(plain(name), value);
        }
    }

    /** Removes a name; nothing happens when it is not bound. */
    public void unbind(String name) throws NamingException {
        changing(name);
        context().unbind(plain(name));
    }

    /** Gives a value another name. */
    public void rename(String from, String to) throws NamingException {
        changing(from);
        context().rename(plain(from), plain(to));
    }

    /** Makes a context. */
    public void createSubcontext(String name) throws NamingException {
        changing(name);
        context().createSubcontext(plain(name));
    }

    /** Removes a context, which must be empty. */
    public void destroySubcontext(String name) throws NamingException {
        changing(name);
        context().destroySubcontext(plain(name));
    }

    private Context context() {
        return naming.context(owner);
    }

    /** Returns the name below {@code java:global} that a caller reads; null where it is no such name. */
    private static @Nullable String global(String name) {
        if (name.startsWith(EJB)) {
            int property = name.indexOf('?');
            return name.substring(EJB.length(), property < 0 ? name.length() : property);
        }
        if (name.equals(GLOBAL)) {
            return "";
        }
        return name.startsWith(GLOBAL + "/") ? name.substring(GLOBAL.length() + 1) : null;
    }

    private static String plain(String name) throws NamingException {
        int colon = name.indexOf(':');
        int slash = name.indexOf('/');
        if (colon >= 0 && (slash < 0 || colon < slash)) {
            throw new NoPermissionException(
                    "names with a scheme are looked up inside the server only: " + TrustedFactories.printable(name));
        }
        return name;
    }

    private void changing(String name) throws NamingException {
        if (!settings.get().remoteChanges()) {
            throw new NoPermissionException("the name " + TrustedFactories.printable(name)
                    + " cannot be changed from outside the server: naming.remote-changes is false");
        }
    }
}
