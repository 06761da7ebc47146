package io.keelson.deploy.internal.undeploy;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/**
 * A class loader whose only use is to be collected: see {@link LoaderWatch}. It has defined a class, as only such a loader is
 * collected the way an application's is.
 */
public final class Canary extends ClassLoader {
    /** Makes one with its class. */
    public Canary() {
        super("keelson-canary", null);
        String file = Song.class.getName().replace('.', '/') + ".class";
        try (InputStream in = Canary.class.getClassLoader().getResourceAsStream(file)) {
            if (in == null) {
                throw new IOException("the server's own class file " + file + " is missing");
            }
            byte[] bytes = in.readAllBytes();
            defineClass(Song.class.getName(), bytes, 0, bytes.length);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make a canary", e);
        }
    }

    /** The class that a canary defines. */
    static final class Song {
        private Song() {}
    }
}
