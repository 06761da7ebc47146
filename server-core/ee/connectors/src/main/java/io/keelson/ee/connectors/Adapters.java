package io.keelson.ee.connectors;

import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The adapters that run on the server. Thread-safe. */
final class Adapters {
    private final Set<Adapter> running = ConcurrentHashMap.newKeySet();

    void add(Adapter adapter) {
        running.add(adapter);
    }

    void remove(Adapter adapter) {
        running.remove(adapter);
    }

    /**
     * Returns the adapter that a definition names.
     *
     * @param application of the definition
     * @param name of one that is deployed by itself; with {@code #} before it that of a module of the application
     */
    Optional<Adapter> named(String application, String name) {
        boolean own = name.startsWith("#");
        String plain = (own ? name.substring(1) : name).replaceFirst("(?i)\\.rar$", "");
        return running.stream()
                .filter(each -> own
                        ? each.application().equals(application)
                                && each.module().equals(plain)
                        : each.isAlone() && each.module().equals(plain)
                                || each.application().equals(application)
                                        && each.module().equals(plain))
                .findFirst();
    }
}
