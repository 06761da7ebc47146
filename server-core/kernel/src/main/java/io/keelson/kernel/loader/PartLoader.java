package io.keelson.kernel.loader;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The loader of a part that lies in a directory of its own; its parent is the server's, with all that it has. */
final class PartLoader extends URLClassLoader {
    static {
        registerAsParallelCapable();
    }

    private final Function<String, Optional<Class<?>>> others;

    PartLoader(String name, URL[] jars, ClassLoader server, Function<String, Optional<Class<?>>> others) {
        super("keelson-part-" + name, jars, server);
        this.others = others;
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

    /** The resources of that name in the part's jars alone. */
    List<URL> own(String name) throws IOException {
        return Collections.list(findResources(name));
    }
}
