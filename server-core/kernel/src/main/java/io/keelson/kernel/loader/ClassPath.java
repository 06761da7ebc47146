package io.keelson.kernel.loader;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Directories and jars in their order, with an index from directory to the sources that have it: a name that no source can
 * have costs one look into a map. Immutable after its making, thread-safe, owns what it opened.
 */
final class ClassPath implements Closeable {
    private final List<ClassSource> sources;
    private final List<ClassSource> changing;
    private final Map<String, List<ClassSource>> byDirectory;

    private ClassPath(List<ClassSource> sources) {
        this.sources = List.copyOf(sources);
        this.changing =
                this.sources.stream().filter(s -> s.directories() == null).toList();
        this.byDirectory = index(this.sources);
    }

    /**
     * Opens them all.
     *
     * @throws IOException when one cannot be opened; none is open then
     */
    static ClassPath open(List<Path> directories, List<Path> jars) throws IOException {
        List<ClassSource> opened = new ArrayList<>();
        directories.forEach(directory -> opened.add(new DirectorySource(directory)));
        try {
            for (Path jar : jars) {
                opened.add(new JarSource(jar));
            }
        } catch (IOException e) {
            closeAll(opened, e);
            throw e;
        }
        return new ClassPath(opened);
    }

    private static Map<String, List<ClassSource>> index(List<ClassSource> sources) {
        Map<String, List<ClassSource>> index = new HashMap<>();
        for (ClassSource source : sources) {
            Set<String> directories = source.directories();
            if (directories != null) {
                directories.forEach(name ->
                        index.computeIfAbsent(name, k -> new ArrayList<>()).add(source));
            }
        }
        // Directories come before jars and may have any name.
        List<ClassSource> changing =
                sources.stream().filter(s -> s.directories() == null).toList();
        index.replaceAll((name, jars) -> {
            List<ClassSource> all = new ArrayList<>(changing);
            all.addAll(jars);
            return List.copyOf(all);
        });
        return index;
    }

    private List<ClassSource> candidates(String name) {
        int slash = name.lastIndexOf('/');
        return byDirectory.getOrDefault(slash < 0 ? "" : name.substring(0, slash), changing);
    }

    /** The first entry of that name; null when there is none. */
    ClassSource.@Nullable Entry find(String name) {
        for (ClassSource source : candidates(name)) {
            ClassSource.Entry entry = source.find(name);
            if (entry != null) {
                return entry;
            }
        }
        return null;
    }

    /** All entries of that name in the order of the sources. */
    List<ClassSource.Entry> findAll(String name) {
        List<ClassSource.Entry> found = new ArrayList<>();
        for (ClassSource source : candidates(name)) {
            ClassSource.Entry entry = source.find(name);
            if (entry != null) {
                found.add(entry);
            }
        }
        return found;
    }

    /** The sources in their order. */
    List<ClassSource> sources() {
        return sources;
    }

    @Override
    public void close() throws IOException {
        IOException failure = new IOException("not every library could be closed");
        closeAll(sources, failure);
        if (failure.getSuppressed().length > 0) {
            throw failure;
        }
    }

    private static void closeAll(List<ClassSource> sources, IOException failures) {
        for (ClassSource source : sources) {
            try {
                source.close();
            } catch (IOException e) {
                failures.addSuppressed(e);
            }
        }
    }
}
