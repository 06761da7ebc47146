package io.keelson.ee.microprofile.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ClientCachesTest {
    /** The classes of the part once more, as statics of RESTEasy's are set up once a class loader. */
    private static URLClassLoader again() {
        URL[] path = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(entry -> {
                    try {
                        return Path.of(entry).toUri().toURL();
                    } catch (MalformedURLException e) {
                        throw new IllegalArgumentException(entry, e);
                    }
                })
                .toArray(URL[]::new);
        return new URLClassLoader(path, ClassLoader.getPlatformClassLoader());
    }

    @Test
    void anApplicationGoesBeforeAnyClientWasBuilt() throws Exception {
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        try (URLClassLoader part = again();
                URLClassLoader elsewhere = new URLClassLoader(new URL[0], ClassLoader.getPlatformClassLoader())) {
            Thread.currentThread().setContextClassLoader(elsewhere);
            part.loadClass(ClientCaches.class.getName())
                    .getMethod("forget", ClassLoader.class)
                    .invoke(null, elsewhere);
            assertThat(Thread.currentThread().getContextClassLoader()).isSameAs(elsewhere);
            Class<?> headers =
                    Class.forName("org.jboss.resteasy.microprofile.client.header.ClientHeaderProviders", true, part);
            assertThat(headers.getMethod("getFactory", Class.class).invoke(null, String.class))
                    .hasToString("Optional.empty");
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }
}
