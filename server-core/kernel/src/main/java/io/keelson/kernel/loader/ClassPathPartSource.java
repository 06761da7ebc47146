package io.keelson.kernel.loader;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Parts on the server's own class path. What they export is hidden from applications that do not use them all the same. */
final class ClassPathPartSource implements PartSource {
    private final ClassLoader server;

    ClassPathPartSource(ClassLoader server) {
        this.server = server;
    }

    @Override
    public List<PartDescriptor> descriptors() throws IOException {
        List<PartDescriptor> found = new ArrayList<>();
        for (URL url : Collections.list(server.getResources(PartDescriptor.RESOURCE))) {
            try (InputStream in = url.openStream()) {
                found.add(PartDescriptor.read(in, url.toString()));
            }
        }
        return found;
    }

    @Override
    public ClassLoader open(PartDescriptor part, ClassLoader server, Function<String, Optional<Class<?>>> others) {
        return server;
    }
}
