package io.keelson.kernel.loader;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Collections;
import java.util.List;

/** The loader of a part that lies in a directory of its own; its parent is the server's, with all that it has. */
final class PartLoader extends URLClassLoader {
    static {
        registerAsParallelCapable();
    }

    PartLoader(String name, URL[] jars, ClassLoader server) {
        super("keelson-part-" + name, jars, server);
    }

    /** The resources of that name in the part's jars alone. */
    List<URL> own(String name) throws IOException {
        return Collections.list(findResources(name));
    }
}
