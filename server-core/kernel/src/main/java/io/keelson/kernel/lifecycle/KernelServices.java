package io.keelson.kernel.lifecycle;

import io.keelson.base.subsystem.ServiceLookup;
import io.keelson.base.subsystem.Services;
import io.keelson.base.subsystem.SubsystemFactory;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** Services of the kernel and of the subsystems, by type. Thread-safe. */
final class KernelServices {
    private final Map<Class<?>, Supplier<?>> given;
    private final Map<Class<?>, Object> published = new ConcurrentHashMap<>();

    /** With the kernel's own services, to which the look-up of all services is added. */
    KernelServices(Map<Class<?>, Supplier<?>> given) {
        Map<Class<?>, Supplier<?>> all = new HashMap<>(given);
        ServiceLookup lookup = this::find;
        all.put(ServiceLookup.class, () -> lookup);
        this.given = Map.copyOf(all);
    }

    /** Returns what one subsystem may see and publish. */
    Services viewOf(SubsystemFactory factory) {
        return new View(
                factory.name(),
                Set.copyOf(factory.requires()),
                Set.copyOf(factory.uses()),
                Set.copyOf(factory.provides()));
    }

    /** A published service, or one of the kernel's own. */
    <T> Optional<T> find(Class<T> type) {
        Supplier<?> own = given.get(type);
        if (own != null) {
            return Optional.of(type.cast(own.get()));
        }
        return Optional.ofNullable(published.get(type)).map(type::cast);
    }

    /** Refuses a subsystem that has started without publishing all that it promised. */
    void checkPublished(SubsystemFactory factory) {
        for (Class<?> type : factory.provides()) {
            if (!published.containsKey(type)) {
                throw new IllegalStateException("the subsystem '" + factory.name() + "' names " + type.getName()
                        + " in provides() but has not published it; this is a bug of it");
            }
        }
    }

    private final class View implements Services {
        private final String name;
        private final Set<Class<?>> requires;
        private final Set<Class<?>> uses;
        private final Set<Class<?>> provides;

        View(String name, Set<Class<?>> requires, Set<Class<?>> uses, Set<Class<?>> provides) {
            this.name = name;
            this.requires = requires;
            this.uses = uses;
            this.provides = provides;
        }

        @Override
        public <T> T get(Class<T> type) {
            Supplier<?> own = given.get(type);
            if (own != null) {
                return type.cast(own.get());
            }
            Object service = requires.contains(type) ? published.get(type) : null;
            if (service == null) {
                throw new IllegalStateException("the subsystem '" + name + "' asks for " + type.getName()
                        + " but does not name it in requires(); this is a bug of it");
            }
            return type.cast(service);
        }

        @Override
        public <T> Optional<T> find(Class<T> type) {
            if (!uses.contains(type) && !requires.contains(type)) {
                throw new IllegalStateException("the subsystem '" + name + "' looks for " + type.getName()
                        + " but does not name it in uses(); this is a bug of it");
            }
            return KernelServices.this.find(type);
        }

        @Override
        public <T> void publish(Class<T> type, T service) {
            if (!provides.contains(type)) {
                throw new IllegalStateException("the subsystem '" + name + "' publishes " + type.getName()
                        + " but does not name it in provides(); this is a bug of it");
            }
            published.put(type, type.cast(service));
        }
    }
}
