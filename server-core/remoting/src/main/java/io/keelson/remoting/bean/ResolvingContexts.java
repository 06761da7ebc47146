package io.keelson.remoting.bean;

import java.util.Map;
import java.util.WeakHashMap;
import javax.naming.Context;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;

/**
 * The initial contexts in which names of handles are looked up. A context of the thin client has a connection, which objects need as long
 * as they are used: one is kept for each class loader of a client's code, so that many handles share it. Other initial contexts are made
 * anew, as they depend on who asks. Thread-safe; the monitor guards the map.
 */
final class ResolvingContexts {
    static final ResolvingContexts OF_JVM = new ResolvingContexts();

    /** By its name, as this package does not know the client. */
    private static final String CLIENT = "io.keelson.client.ContextFactory";

    private final Map<ClassLoader, Context> kept = new WeakHashMap<>();

    private ResolvingContexts() {}

    @SuppressWarnings("BanJNDI") // the form of the name is checked where it comes in
    @Nullable
    Object lookup(String name) throws NamingException {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        Context there = loader == null ? null : kept(loader);
        if (there != null) {
            return there.lookup(name);
        }
        Context initial = new InitialContext();
        boolean client = CLIENT.equals(initial.getEnvironment().get(Context.INITIAL_CONTEXT_FACTORY));
        return (client && loader != null ? keep(loader, initial) : initial).lookup(name);
    }

    private synchronized @Nullable Context kept(ClassLoader loader) {
        return kept.get(loader);
    }

    /** Keeps a context, unless another thread has kept one meanwhile: then that counts, and this one is closed. */
    private Context keep(ClassLoader loader, Context made) throws NamingException {
        Context other;
        synchronized (this) {
            other = kept.putIfAbsent(loader, made);
        }
        if (other == null) {
            return made;
        }
        made.close();
        return other;
    }
}
