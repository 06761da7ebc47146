package io.keelson.kernel.loader;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The parts that this server has. A part's jars are opened when the first application uses it and stay open until the server
 * stops. Thread-safe; the lock of this object guards which parts are open.
 */
public final class Parts implements Closeable {
    private final ClassLoader server;
    private final PartSource source;
    private final Map<String, PartDescriptor> descriptors = new TreeMap<>();
    private final Map<String, Part> open = new HashMap<>();

    /**
     * Reads the descriptors.
     *
     * @param server the loader of the server's classes
     * @throws IOException when a descriptor is wrong; the message names it
     */
    public Parts(ClassLoader server, PartSource source) throws IOException {
        this.server = server;
        this.source = source;
        for (PartDescriptor descriptor : source.descriptors()) {
            if (descriptors.put(descriptor.name(), descriptor) != null) {
                throw new IOException("two parts are called '" + descriptor.name() + "'");
            }
        }
    }

    /** The names of all parts. */
    public Set<String> names() {
        return descriptors.keySet();
    }

    /** Returns what a part says of itself; empty when the server has no such part. */
    public Optional<PartDescriptor> descriptor(String name) {
        return Optional.ofNullable(descriptors.get(name));
    }

    /** The descriptors of the parts that some applications use without anybody asking, in the order of their names. */
    public List<PartDescriptor> needed() {
        return descriptors.values().stream()
                .filter(part -> !part.need().isNone())
                .toList();
    }

    /**
     * The part, opened.
     *
     * @throws IllegalArgumentException when the server has no such part
     * @throws UncheckedIOException when its jars cannot be opened
     */
    public synchronized Part part(String name) {
        PartDescriptor descriptor = descriptors.get(name);
        if (descriptor == null) {
            throw new IllegalArgumentException("the server has no part '" + name + "'; it has " + descriptors.keySet());
        }
        return open.computeIfAbsent(name, n -> opened(descriptor));
    }

    private Part opened(PartDescriptor descriptor) {
        try {
            return new Part(descriptor, source.open(descriptor, server, name -> shown(descriptor.sees(), name)));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot open the part '" + descriptor.name() + "'", e);
        }
    }

    /** A class that those of the parts show to parts which the server has. A part is opened only for a package that it shows. */
    private Optional<Class<?>> shown(List<String> parts, String className) {
        String packageName = PackageSet.packageOf(className);
        return parts.stream()
                .map(descriptors::get)
                .filter(Objects::nonNull)
                .filter(part -> part.shownToParts(packageName))
                .<Class<?>>map(part -> part(part.name()).shownToParts(className))
                .filter(Objects::nonNull)
                .findFirst();
    }

    /** The loader of a part's own classes, for {@link java.util.ServiceLoader}. Opens the part. */
    public ClassLoader loader(String name) {
        return part(name).loader();
    }

    /** Returns what every application sees of the server: of parts nothing, until it uses one. */
    public ServerView serverView() {
        return new ServerView(
                server,
                name -> descriptors.values().stream()
                        .anyMatch(part -> part.exports().contains(name)),
                this::shown);
    }

    private Optional<Class<?>> shown(String className) {
        String packageName = PackageSet.packageOf(className);
        return descriptors.values().stream()
                .filter(part -> part.exports().contains(packageName))
                .<Class<?>>map(part -> part(part.name()).shown(className))
                .filter(Objects::nonNull)
                .findFirst();
    }

    @Override
    public synchronized void close() throws IOException {
        for (Part part : open.values()) {
            if (part.loader() instanceof PartLoader apart) {
                apart.close();
            }
        }
        open.clear();
    }
}
