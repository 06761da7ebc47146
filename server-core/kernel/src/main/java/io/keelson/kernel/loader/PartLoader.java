package io.keelson.kernel.loader;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The loader of a part that lies in a directory of its own; its parent is the server's, with all that it has. */
final class PartLoader extends URLClassLoader {
    static {
        registerAsParallelCapable();
    }

    private final Function<String, Optional<Class<?>>> others;
    private final List<String> withoutServices;
    private final PackageSet readers;

    PartLoader(PartDescriptor part, URL[] jars, ClassLoader server, Function<String, Optional<Class<?>>> others) {
        super("keelson-part-" + part.name(), jars, server);
        this.others = others;
        this.withoutServices = part.withoutServices();
        this.readers = part.readers();
    }

    /** The part's own, but for the services of jars of which it wants the classes only. */
    @Override
    public Enumeration<URL> findResources(String name) throws IOException {
        Enumeration<URL> all = super.findResources(name);
        if (withoutServices.isEmpty() || !name.startsWith(PartDescriptor.SERVICES)) {
            return all;
        }
        return Collections.enumeration(
                Collections.list(all).stream().filter(this::wanted).toList());
    }

    private boolean wanted(URL service) {
        String path = service.getPath();
        int end = path.indexOf("!/");
        String jar = end < 0 ? path : path.substring(path.lastIndexOf('/', end - 1) + 1, end);
        return withoutServices.stream().noneMatch(jar::startsWith);
    }

    /** The part's own, then what it sees of other parts. */
    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        try {
            return super.findClass(name);
        } catch (ClassNotFoundException absent) {
            return others.apply(name).orElseThrow(() -> absent);
        }
    }

    /** Returns whether classes of that package read Java objects for applications. */
    boolean readsObjects(String packageName) {
        return readers.contains(packageName);
    }

    /** The resources of that name in the part's jars alone. */
    List<URL> own(String name) throws IOException {
        return Collections.list(findResources(name));
    }
}
