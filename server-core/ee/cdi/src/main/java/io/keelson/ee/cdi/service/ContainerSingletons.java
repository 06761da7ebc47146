package io.keelson.ee.cdi.service;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jboss.weld.bootstrap.api.Singleton;
import org.jboss.weld.bootstrap.api.SingletonProvider;
import org.jboss.weld.bootstrap.api.helpers.RegistrySingletonProvider;

/**
 * Keeps Weld's singletons apart by application. Weld asks by the id of a container; where several servers of one JVM have the same
 * application, the calling thread says which is meant. Thread-safe.
 */
public final class ContainerSingletons extends SingletonProvider {
    private final BeanContainers containers;

    ContainerSingletons(BeanContainers containers) {
        this.containers = containers;
    }

    /** Makes one for the containers of this JVM. */
    public static ContainerSingletons ofJvm() {
        return new ContainerSingletons(BeanContainers.ofJvm());
    }

    @Override
    public <T> Singleton<T> create(Class<? extends T> type) {
        return new ById<>();
    }

    private final class ById<T> implements Singleton<T> {
        private final Map<String, Map<Object, T>> store = new ConcurrentHashMap<>();

        @Override
        public T get(String id) {
            String meant = meant(id);
            Map<Object, T> all = store.getOrDefault(meant, Map.of());
            T found = all.size() == 1 ? all.values().iterator().next() : all.get(owner(meant));
            if (found == null) {
                throw new IllegalStateException("there is no CDI container '" + meant
                        + "' for this thread: the application has none, or has ended; the containers here are "
                        + store.keySet());
            }
            return found;
        }

        @Override
        public boolean isSet(String id) {
            Map<Object, T> all = store.getOrDefault(meant(id), Map.of());
            return all.size() == 1 || all.containsKey(owner(meant(id)));
        }

        @Override
        public void set(String id, T object) {
            store.computeIfAbsent(meant(id), i -> new ConcurrentHashMap<>()).put(owner(meant(id)), object);
        }

        @Override
        public void clear(String id) {
            String meant = meant(id);
            store.computeIfPresent(meant, (i, all) -> {
                all.remove(owner(meant));
                return all.isEmpty() ? null : all;
            });
        }
    }

    /** Code of Weld that has no id means the container of the calling thread. */
    private String meant(String id) {
        return id.equals(RegistrySingletonProvider.STATIC_INSTANCE)
                ? containers.current().map(BeanContainer::id).orElse(id)
                : id;
    }

    private Object owner(String id) {
        return containers
                .current()
                .filter(container -> container.id().equals(id))
                .<Object>map(container -> container)
                .orElse(id);
    }
}
