package io.keelson.ee.security.registration;

import io.keelson.kernel.loader.ApplicationClassLoader;
import jakarta.security.auth.message.config.AuthConfigFactory;
import jakarta.security.auth.message.config.AuthConfigFactory.RegistrationContext;
import jakarta.security.auth.message.config.AuthConfigProvider;
import jakarta.security.auth.message.config.RegistrationListener;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The providers that are registered in this JVM. Thread-safe: all state is behind one lock, under which the file is written and no code of
 * applications runs.
 *
 * <p>A provider that is registered by the name of its class is kept in the file of the server that opened one last. Its class is looked
 * for in the application of the calling thread, and in what that sees of the server. After a restart it is made when somebody asks for it
 * first, as its application may start later than that of somebody else.
 *
 * <p>Specification: Authentication 3.1, 2.1.1.1 AuthConfigFactory.
 */
public final class Registrations {
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Scope, Registration> registered = new ConcurrentHashMap<>(); // read without the lock
    private final Map<Scope, Declaration> kept = new LinkedHashMap<>();
    private final List<Attached> listeners = new ArrayList<>();
    private final Set<Scope> missed = new HashSet<>(); // said in the log
    private @Nullable RegistrationFile file;

    /** Makes those of a JVM, without a file. */
    public Registrations() {}

    /** A listener, and what its owner has asked for. */
    private record Attached(RegistrationListener listener, Scope scope) {
        void tell() {
            listener.notify(scope.layer(), scope.application());
        }
    }

    /**
     * Reads the registrations of a server, and keeps them in its file from now on. Those of another server of this JVM are dropped.
     *
     * @throws IOException when the file cannot be read; nothing has changed then
     */
    public void open(Path path) throws IOException {
        RegistrationFile opened = new RegistrationFile(path);
        Map<Scope, Declaration> read = opened.read();
        lock.lock();
        List<Attached> changed;
        try {
            file = opened;
            changed = adopt(read);
        } finally {
            lock.unlock();
        }
        changed.forEach(Attached::tell);
    }

    /** Drops the registrations of a server's file; they stay in the file. Does nothing where another server has opened its own since. */
    public void close(Path path) {
        lock.lock();
        List<Attached> changed;
        try {
            if (file == null || !file.path().equals(path)) {
                return;
            }
            file = null;
            changed = adopt(Map.of());
        } finally {
            lock.unlock();
        }
        changed.forEach(Attached::tell);
    }

    /**
     * Reads the file again. A registration is replaced where its class or its properties have changed.
     *
     * @throws UncheckedIOException when the file cannot be read; nothing has changed then
     */
    public void refresh() {
        lock.lock();
        List<Attached> changed;
        try {
            if (file == null) {
                return;
            }
            changed = adopt(file.read());
        } catch (IOException e) {
            throw new UncheckedIOException("registrations of authentication modules cannot be read", e);
        } finally {
            lock.unlock();
        }
        changed.forEach(Attached::tell);
    }

    /** Takes over what a file says now. Called under the lock. */
    private List<Attached> adopt(Map<Scope, Declaration> read) {
        List<Attached> changed = new ArrayList<>();
        for (Map.Entry<Scope, Declaration> each : Map.copyOf(kept).entrySet()) {
            Registration present = registered.get(each.getKey());
            if (!read.containsKey(each.getKey()) && present != null && present.declaration() != null) {
                changed.addAll(concerned(each.getKey()));
                registered.remove(each.getKey());
            }
        }
        for (Map.Entry<Scope, Declaration> each : read.entrySet()) {
            Declaration before = kept.get(each.getKey());
            if (before == null || !before.makesTheSame(each.getValue())) {
                changed.addAll(put(Registration.declared(each.getKey(), each.getValue())));
            }
        }
        kept.clear();
        kept.putAll(read);
        return changed;
    }

    /**
     * Returns the provider for a layer and an application: the nearest one that is registered.
     *
     * @param listener told once when another provider counts; null: nobody
     * @return null where none is registered, or one that says so
     */
    public @Nullable AuthConfigProvider provider(
            @Nullable String layer, @Nullable String application, @Nullable RegistrationListener listener) {
        Scope asked = new Scope(layer, application);
        if (listener != null) {
            attach(new Attached(listener, asked));
        }
        for (Scope scope : asked.nearestFirst()) {
            Registration found = registered.get(scope);
            if (found != null && !found.made()) {
                found = make(found);
            }
            if (found != null) {
                return found.provider();
            }
        }
        return null;
    }

    private void attach(Attached attached) {
        lock.lock();
        try {
            listeners.removeIf(each ->
                    each.listener() == attached.listener() && each.scope().equals(attached.scope()));
            listeners.add(attached);
        } finally {
            lock.unlock();
        }
    }

    /** Makes the provider of a registration from the file; null where its class is not there for the calling thread. */
    private @Nullable Registration make(Registration declared) {
        Declaration declaration = Objects.requireNonNull(declared.declaration());
        AuthConfigProvider provider;
        try {
            provider = instance(declaration);
        } catch (ClassNotFoundException e) {
            miss(declaration, declared.scope());
            return null;
        } catch (ReflectiveOperationException | ClassCastException | LinkageError e) {
            throw notMade(declaration, e);
        }
        lock.lock();
        try {
            Registration now = registered.get(declared.scope());
            if (now != declared) {
                return now != null && now.made() ? now : null;
            }
            Registration made = declared.with(provider, ownerOf(provider));
            registered.put(declared.scope(), made);
            return made;
        } finally {
            lock.unlock();
        }
    }

    private void miss(Declaration declaration, Scope scope) {
        boolean first;
        lock.lock();
        try {
            first = missed.add(scope);
        } finally {
            lock.unlock();
        }
        if (first) {
            SecurityPartLog.LOG.classNotThere(String.valueOf(declaration.className()), scope.id());
        }
    }

    private static AuthConfigProvider instance(Declaration declaration) throws ReflectiveOperationException {
        Map<String, String> given = declaration.properties();
        return Class.forName(
                        declaration.className(), true, Thread.currentThread().getContextClassLoader())
                .asSubclass(AuthConfigProvider.class)
                .getConstructor(Map.class, AuthConfigFactory.class)
                .newInstance(given == null ? null : new HashMap<>(given), null);
    }

    private static IllegalArgumentException notMade(Declaration declaration, Throwable cause) {
        return new IllegalArgumentException(
                "the provider " + declaration.className()
                        + " of authentication modules cannot be made: its class has to implement "
                        + "AuthConfigProvider and to have a public constructor with a Map and an AuthConfigFactory",
                cause);
    }

    private static @Nullable ClassLoader ownerOf(AuthConfigProvider provider) {
        ClassLoader loader = provider.getClass().getClassLoader();
        return loader instanceof ApplicationClassLoader ? loader : caller();
    }

    private static @Nullable ClassLoader caller() {
        return Thread.currentThread().getContextClassLoader() instanceof ApplicationClassLoader loader ? loader : null;
    }

    /**
     * Registers a provider by the name of its class and keeps that in the file.
     *
     * @param className null: there is to be no provider
     * @return the identifier of the registration
     * @throws IllegalArgumentException when the provider cannot be made, or a property is no string
     * @throws UncheckedIOException when the file cannot be written; nothing is registered then
     */
    public String declare(
            @Nullable String className,
            @Nullable Map<String, String> properties,
            @Nullable String layer,
            @Nullable String application,
            @Nullable String description) {
        Scope scope = new Scope(layer, application);
        Declaration declaration = new Declaration(className, properties, description);
        Registration registration = Registration.declared(scope, declaration);
        if (className != null) {
            try {
                AuthConfigProvider provider = instance(declaration);
                registration = registration.with(provider, ownerOf(provider));
            } catch (ReflectiveOperationException | ClassCastException | LinkageError e) {
                throw notMade(declaration, e);
            }
        }
        Map<Scope, Declaration> next;
        List<Attached> changed;
        lock.lock();
        try {
            next = new LinkedHashMap<>(kept);
            next.put(scope, declaration);
            keep(next);
            changed = put(registration);
        } finally {
            lock.unlock();
        }
        changed.forEach(Attached::tell);
        return scope.id();
    }

    /** Registers a provider in memory; one that the file has for the same scope stays there and counts again after a restart. */
    public String register(
            @Nullable AuthConfigProvider provider,
            @Nullable String layer,
            @Nullable String application,
            @Nullable String description) {
        Scope scope = new Scope(layer, application);
        ClassLoader owner = provider == null ? caller() : ownerOf(provider);
        List<Attached> changed;
        lock.lock();
        try {
            changed = put(new Registration(scope, description, null, true, provider, owner));
        } finally {
            lock.unlock();
        }
        changed.forEach(Attached::tell);
        return scope.id();
    }

    /** Removes a registration, from the file too where it is of it; false where there is none with that identifier. */
    public boolean remove(String id) {
        List<Attached> changed = new ArrayList<>();
        lock.lock();
        try {
            Registration found = byId(id);
            if (found == null) {
                return false;
            }
            if (found.declaration() != null) {
                Map<Scope, Declaration> next = new LinkedHashMap<>(kept);
                next.remove(found.scope());
                keep(next);
            }
            changed.addAll(concerned(found.scope()));
            registered.remove(found.scope());
        } finally {
            lock.unlock();
        }
        changed.forEach(Attached::tell);
        return true;
    }

    /** Writes the declarations before they count. Called under the lock. */
    private void keep(Map<Scope, Declaration> next) {
        if (next.equals(kept)) {
            return;
        }
        if (file != null) {
            try {
                file.write(next);
            } catch (IOException e) {
                throw new UncheckedIOException(
                        "the registration of an authentication module cannot be kept in " + file.path(), e);
            }
        }
        kept.clear();
        kept.putAll(next);
    }

    /** Puts a registration in the place of the one before, and returns who is to be told. Called under the lock. */
    private List<Attached> put(Registration registration) {
        registered.put(registration.scope(), registration);
        missed.remove(registration.scope());
        return concerned(registration.scope());
    }

    /** Detaches the listeners for which the registration of a scope counts, and returns them. Called under the lock. */
    private List<Attached> concerned(Scope scope) {
        List<Attached> found = new ArrayList<>();
        for (Attached each : listeners) {
            for (Scope nearer : each.scope().nearestFirst()) {
                if (nearer.equals(scope)) {
                    found.add(each);
                }
                if (registered.containsKey(nearer)) {
                    break;
                }
            }
        }
        listeners.removeAll(found);
        return found;
    }

    private @Nullable Registration byId(String id) {
        for (Registration each : registered.values()) {
            if (each.scope().id().equals(id)) {
                return each;
            }
        }
        return null;
    }

    /** Returns what is registered under an identifier; null where nothing is. */
    public @Nullable RegistrationContext context(String id) {
        lock.lock();
        try {
            Registration found = byId(id);
            return found == null ? null : found.context();
        } finally {
            lock.unlock();
        }
    }

    /** Returns the identifiers of a provider's registrations; of all for null. */
    public String[] ids(@Nullable AuthConfigProvider provider) {
        lock.lock();
        try {
            return registered.values().stream()
                    .filter(each -> provider == null || each.provider() == provider)
                    .map(each -> each.scope().id())
                    .toArray(String[]::new);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Detaches a listener from what it asked for.
     *
     * @param layer null: all
     * @param application null: all
     * @return the identifiers of the registrations that counted for it
     */
    public String[] detach(RegistrationListener listener, @Nullable String layer, @Nullable String application) {
        Scope pattern = new Scope(layer, application);
        lock.lock();
        try {
            List<Attached> found = listeners.stream()
                    .filter(each -> each.listener() == listener && each.scope().isIn(pattern))
                    .toList();
            listeners.removeAll(found);
            return found.stream()
                    .flatMap(each -> each.scope().nearestFirst().stream()
                            .filter(registered::containsKey)
                            .limit(1))
                    .map(Scope::id)
                    .distinct()
                    .toArray(String[]::new);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Forgets the objects of an application that goes: its listeners, what it registered in memory, and providers of its classes. What it
     * registered by the names of classes stays, and is made again when the application is there again.
     *
     * @param loaders of the application
     * @param context the application context of it; null: it has none
     */
    public void forget(Collection<ClassLoader> loaders, @Nullable String context) {
        Predicate<@Nullable Object> gone = object -> object != null && isOf(loaders, object.getClass());
        List<Attached> changed = new ArrayList<>();
        lock.lock();
        try {
            listeners.removeIf(each -> gone.test(each.listener()));
            for (Registration each : List.copyOf(registered.values())) {
                boolean own = loaders.contains(each.owner()) || gone.test(each.provider());
                if (each.declaration() != null && own) {
                    changed.addAll(put(Registration.declared(each.scope(), each.declaration())));
                } else if (each.declaration() == null
                        && (own
                                || context != null
                                        && context.equals(each.scope().application()))) {
                    changed.addAll(concerned(each.scope()));
                    registered.remove(each.scope());
                }
            }
        } finally {
            lock.unlock();
        }
        changed.forEach(Attached::tell);
    }

    /** Returns true if a class, or one above it, is defined by one of the loaders or below one of them. */
    public static boolean isOf(Collection<ClassLoader> loaders, Class<?> type) {
        for (Class<?> each = type; each != null; each = each.getSuperclass()) {
            for (ClassLoader loader = each.getClassLoader(); loader != null; loader = loader.getParent()) {
                if (loaders.contains(loader)) {
                    return true;
                }
            }
        }
        return false;
    }
}
