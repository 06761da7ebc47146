package io.keelson.kernel.naming;

import io.keelson.kernel.context.InvocationContext;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import javax.naming.CompositeName;
import javax.naming.Context;
import javax.naming.NamingException;
import javax.naming.NoInitialContextException;
import javax.naming.Reference;
import javax.naming.StringRefAddr;
import javax.naming.spi.InitialContextFactory;
import javax.naming.spi.InitialContextFactoryBuilder;
import javax.naming.spi.NamingManager;
import org.jspecify.annotations.Nullable;

/**
 * Builder of initial contexts, of which the JVM has one: it can be set once and never again. It serves all servers of the JVM and finds out
 * whose names are meant. They are those of the application to which the invocation context or the context class loader belongs, else those
 * of the only server. An initial context that names its own factory is made by that factory, as ever. Thread-safe.
 *
 * <p>With a builder the JDK looks up no URL by itself any more: all names come to {@link InitialNames}.
 */
final class JvmNames implements InitialContextFactoryBuilder {
    private static final JvmNames INSTANCE = new JvmNames();
    private static final String LDAP = "com.sun.jndi.ldap.LdapCtxFactory";

    private final List<Naming> servers = new CopyOnWriteArrayList<>();
    private final Map<ClassLoader, ComponentNames> byLoader = new ConcurrentHashMap<>();
    private final ReentrantLock installing = new ReentrantLock();
    private boolean installed; // guarded by the lock

    private JvmNames() {}

    static void add(Naming naming) {
        INSTANCE.install();
        INSTANCE.servers.add(naming);
    }

    static void remove(Naming naming) {
        INSTANCE.servers.remove(naming);
        INSTANCE.byLoader.values().removeIf(names -> names.naming() == naming);
    }

    private void install() {
        installing.lock();
        try {
            if (!installed) {
                NamingManager.setInitialContextFactoryBuilder(this);
                installed = true;
            }
        } catch (IllegalStateException e) {
            NamingLog.LOG.builderTaken();
            installed = true; // once said is enough
        } catch (NamingException e) { // the JDK does not throw it
            throw new IllegalStateException("JNDI cannot be set up: " + e.getMessage(), e);
        } finally {
            installing.unlock();
        }
    }

    /** Says whose the threads with that context class loader are. */
    static void add(ClassLoader loader, ComponentNames names) {
        INSTANCE.byLoader.put(loader, names);
    }

    static void remove(ClassLoader loader, ComponentNames names) {
        INSTANCE.byLoader.remove(loader, names);
    }

    /** The component that the calling thread works for; null where there is none. */
    static @Nullable ComponentNames component() {
        InvocationContext context = InvocationContext.current();
        if (context != null) {
            ComponentNames own = context.get(ComponentNames.SLOT);
            ComponentNames found = own != null ? own : INSTANCE.of(context.classLoader());
            if (found != null) {
                return found;
            }
        }
        return INSTANCE.of(Thread.currentThread().getContextClassLoader());
    }

    private @Nullable ComponentNames of(@Nullable ClassLoader loader) {
        for (ClassLoader at = loader; at != null; at = at.getParent()) {
            ComponentNames names = byLoader.get(at);
            if (names != null) {
                return names;
            }
        }
        return null;
    }

    @Override
    public InitialContextFactory createInitialContextFactory(@Nullable Hashtable<?, ?> environment)
            throws NamingException {
        Object named = environment == null ? null : environment.get(Context.INITIAL_CONTEXT_FACTORY);
        return named == null ? this::names : factory(named.toString());
    }

    private Context names(@Nullable Hashtable<?, ?> environment) throws NamingException {
        ComponentNames component = component();
        if (component != null) {
            return new InitialNames(component.naming(), component, environment, false);
        }
        List<Naming> all = List.copyOf(servers);
        if (all.size() == 1) {
            return new InitialNames(all.get(0), null, environment, false);
        }
        throw new NoInitialContextException(
                all.isEmpty()
                        ? "no server runs in this JVM, and " + Context.INITIAL_CONTEXT_FACTORY + " is not set"
                        : all.size()
                                + " servers run in this JVM, and this thread belongs to an application of none; ask"
                                + " the server that is meant for its names");
    }

    /** Finds it as the JDK does without a builder (NamingManager): a service, else a class. */
    private static InitialContextFactory factory(String name) throws NamingException {
        if (name.equals(LDAP)) {
            return JvmNames::ldap;
        }
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        ClassLoader loader = context == null ? ClassLoader.getSystemClassLoader() : context;
        for (ServiceLoader.Provider<InitialContextFactory> each :
                ServiceLoader.load(InitialContextFactory.class, loader).stream().toList()) {
            if (each.type().getName().equals(name)) {
                return each.get();
            }
        }
        try {
            return Class.forName(name, true, loader)
                    .asSubclass(InitialContextFactory.class)
                    .getDeclaredConstructor()
                    .newInstance();
        } catch (ClassNotFoundException e) {
            InitialContextFactory own = INSTANCE.ofServer(name);
            if (own != null) {
                return own;
            }
            throw notMade(name, e);
        } catch (ReflectiveOperationException | ClassCastException | LinkageError e) {
            throw notMade(name, e);
        }
    }

    private static NoInitialContextException notMade(String name, Throwable e) {
        NoInitialContextException failed =
                new NoInitialContextException("the initial context factory " + name + " cannot be made: " + e);
        failed.setRootCause(e);
        return failed;
    }

    /** Returns a factory that the thread's server has for applications without a class of that name; null where it has none. */
    private @Nullable InitialContextFactory ofServer(String name) {
        ComponentNames component = component();
        List<Naming> all = List.copyOf(servers);
        Naming naming = component != null ? component.naming() : all.size() == 1 ? all.get(0) : null;
        return naming == null ? null : naming.contextFactory(name);
    }

    /** The JDK's own package of this factory is closed to us; it makes the same of a reference to it. */
    private static Context ldap(@Nullable Hashtable<?, ?> environment) throws NamingException {
        Object urls = environment == null ? null : environment.get(Context.PROVIDER_URL);
        Reference reference = new Reference(Context.class.getName(), LDAP, null);
        for (String url :
                (urls == null ? "ldap://localhost:389" : urls.toString()).trim().split("\\s+")) {
            reference.add(new StringRefAddr("URL", url));
        }
        try {
            return (Context) NamingManager.getObjectInstance(reference, new CompositeName(), null, environment);
        } catch (NamingException e) {
            throw e;
        } catch (Exception e) { // it declares any
            NamingException failed = new NamingException("the JDK's LDAP context cannot be made: " + e);
            failed.setRootCause(e);
            throw failed;
        }
    }
}
