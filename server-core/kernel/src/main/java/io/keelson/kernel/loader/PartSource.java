package io.keelson.kernel.loader;

import java.io.IOException;
import java.net.URL;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Location of the server's parts: each in a directory of its own, as in a distribution, or all on the server's class path, as in a test.
 * Thread-safe.
 */
public sealed interface PartSource permits DirectoryPartSource, ClassPathPartSource {
    /** The parts that are there. Reads descriptors; where it can, opens no jar. */
    List<PartDescriptor> descriptors() throws IOException;

    /**
     * Makes the loader of a part. Whoever asks closes it where it is closeable and not the server's own.
     *
     * @param others looks for a class in the exports of the parts that this one sees
     */
    ClassLoader open(PartDescriptor part, ClassLoader server, Function<String, Optional<Class<?>>> others)
            throws IOException;

    /** Parts as {@code directory/<name>/*.jar}. */
    static PartSource directory(Path directory) {
        return new DirectoryPartSource(directory);
    }

    /** Parts whose jars all lie on the class path of the server's loader. */
    static PartSource classPath(ClassLoader server) {
        return new ClassPathPartSource(server);
    }

    /** The URLs of files. */
    static URL[] urls(List<Path> files) throws IOException {
        URL[] urls = new URL[files.size()];
        for (int i = 0; i < urls.length; i++) {
            urls[i] = files.get(i).toUri().toURL();
        }
        return urls;
    }
}
