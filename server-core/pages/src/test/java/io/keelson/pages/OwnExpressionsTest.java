package io.keelson.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The first application with pages may bring expressions of its own: they are not for the others. */
class OwnExpressionsTest {
    private static final String SERVICE = "META-INF/services/jakarta.el.ExpressionFactory";

    @TempDir
    Path directory;

    /** Has classes of the part for itself, so that what they keep begins anew. */
    private static final class PartLoader extends ClassLoader {
        private static final List<String> OWN =
                List.of("io.keelson.pages.", "jakarta.el.", "jakarta.servlet.jsp.", "org.apache.", "org.glassfish.");

        PartLoader() {
            super(OwnExpressionsTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                if (loaded != null || OWN.stream().noneMatch(name::startsWith)) {
                    return loaded != null ? loaded : super.loadClass(name, resolve);
                }
                try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
                    if (in == null) {
                        throw new ClassNotFoundException(name);
                    }
                    byte[] bytes = in.readAllBytes();
                    return defineClass(name, bytes, 0, bytes.length);
                } catch (IOException e) {
                    throw new ClassNotFoundException(name, e);
                }
            }
        }
    }

    /** Shows its own service before those of the part. */
    private static final class Application extends ClassLoader {
        private final URL service;

        Application(ClassLoader part, URL service) {
            super(part);
            this.service = service;
        }

        @Override
        public Enumeration<URL> getResources(String name) throws IOException {
            return name.equals(SERVICE) ? Collections.enumeration(Set.of(service)) : super.getResources(name);
        }
    }

    @Test
    void thoseOfTheFirstApplicationAreNotKeptForAll() throws Exception {
        Path service = Files.writeString(directory.resolve("service"), "com.acme.Expressions");
        ClassLoader part = new PartLoader();
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        ClassLoader application = new Application(part, service.toUri().toURL());
        thread.setContextClassLoader(application);
        try {
            part.loadClass(JasperPagesProvider.class.getName())
                    .getDeclaredConstructor()
                    .newInstance();
            assertThat(thread.getContextClassLoader()).isSameAs(application);
            Object kept = part.loadClass("jakarta.el.ELManager")
                    .getMethod("getExpressionFactory")
                    .invoke(null);
            assertThat(kept.getClass().getName()).isEqualTo("org.apache.el.ExpressionFactoryImpl");
            assertThat(kept.getClass().getClassLoader()).isSameAs(part);
        } finally {
            thread.setContextClassLoader(before);
        }
    }
}
