package io.keelson.kernel.loader;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A library of the server that an application may ask for: what the application then sees of it. Immutable, thread-safe.
 */
public final class Part {
    private final PartDescriptor descriptor;
    private final ClassLoader loader;
    private final Set<String> providers;

    Part(PartDescriptor descriptor, ClassLoader loader) {
        this.descriptor = descriptor;
        this.loader = loader;
        this.providers = descriptor.services().stream()
                .flatMap(s -> providers(s).stream())
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Returns what it is called and what it shows. */
    public PartDescriptor descriptor() {
        return descriptor;
    }

    /** The loader of the part's own classes: it sees the whole server. Never give it to an application. */
    public ClassLoader loader() {
        return loader;
    }

    /** A class that the part shows; null when it shows none of that name. */
    @Nullable
    Class<?> shown(String className) {
        return descriptor.exports().contains(PackageSet.packageOf(className)) || providers.contains(className)
                ? loaded(className)
                : null;
    }

    /** A class that the part shows to parts which see it; null when it shows none of that name. */
    @Nullable
    Class<?> shownToParts(String className) {
        return descriptor.shownToParts(PackageSet.packageOf(className)) ? loaded(className) : null;
    }

    private @Nullable Class<?> loaded(String className) {
        try {
            return loader.loadClass(className);
        } catch (ClassNotFoundException absent) {
            return null;
        }
    }

    /** The resources of that name which the part shows, in its order. */
    List<URL> shownResources(String name) throws IOException {
        boolean service = name.startsWith(PartDescriptor.SERVICES)
                && descriptor.services().contains(name.substring(PartDescriptor.SERVICES.length()));
        return service || descriptor.exports().contains(PackageSet.packageOfResource(name)) ? own(name) : List.of();
    }

    private List<URL> own(String name) throws IOException {
        return loader instanceof PartLoader apart
                ? apart.own(name)
                : java.util.Collections.list(loader.getResources(name));
    }

    private Set<String> providers(String service) {
        Set<String> names = new HashSet<>();
        try {
            for (URL url : own(PartDescriptor.SERVICES + service)) {
                try (InputStream in = url.openStream()) {
                    new String(in.readAllBytes(), StandardCharsets.UTF_8)
                            .lines()
                            .map(line -> line.replaceFirst("#.*", "").trim())
                            .filter(line -> !line.isEmpty())
                            .forEach(names::add);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "cannot read the service " + service + " of the part " + descriptor.name(), e);
        }
        return names;
    }

    @Override
    public String toString() {
        return "part " + descriptor.name();
    }
}
