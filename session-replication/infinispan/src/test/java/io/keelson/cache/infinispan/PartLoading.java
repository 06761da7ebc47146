package io.keelson.cache.infinispan;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;

/**
 * Runs tests in a class loader that hides services of Infinispan's modules as the part's does: on one class path Infinispan would take each
 * that it finds, and the server's core brings queries. Such a test class has a constructor without parameters and is {@link AutoCloseable}
 * in place of {@code @AfterEach}; what JUnit gives its methods are parameters of types of the JDK.
 */
final class PartLoading implements InvocationInterceptor {
    private static final String SERVICES = "META-INF/services/";

    /** The jars whose services are hidden, as {@code part.properties} says. */
    private static final Pattern HIDDEN =
            Pattern.compile("/infinispan-(server-core|server-hotrod|tasks|clustered-counter|multimap)-[0-9]");

    /** One for all tests, as a part has one: Infinispan is not loaded anew for each. */
    private static final class Holder {
        static final ClassLoader LOADER = new HidingLoader(urls());

        private static URL[] urls() {
            return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                    .map(Holder::url)
                    .toArray(URL[]::new);
        }

        private static URL url(String path) {
            try {
                return Path.of(path).toUri().toURL();
            } catch (MalformedURLException e) {
                throw new IllegalStateException(path, e);
            }
        }
    }

    private static final class HidingLoader extends URLClassLoader {
        HidingLoader(URL[] urls) {
            super("part of a test", urls, ClassLoader.getPlatformClassLoader());
        }

        @Override
        public Enumeration<URL> findResources(String name) throws IOException {
            List<URL> all = new ArrayList<>(Collections.list(super.findResources(name)));
            all.removeIf(each ->
                    name.startsWith(SERVICES) && HIDDEN.matcher(each.toString()).find());
            return Collections.enumeration(all);
        }
    }

    @Override
    public void interceptTestMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> context, ExtensionContext extension)
            throws Throwable {
        invocation.skip();
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(Holder.LOADER);
        try {
            Class<?> type = Holder.LOADER.loadClass(context.getTargetClass().getName());
            Constructor<?> constructor = type.getDeclaredConstructor();
            constructor.setAccessible(true);
            Method method = type.getDeclaredMethod(
                    context.getExecutable().getName(), context.getExecutable().getParameterTypes());
            method.setAccessible(true);
            try (AutoCloseable test = (AutoCloseable) constructor.newInstance()) {
                method.invoke(test, context.getArguments().toArray());
            }
        } catch (InvocationTargetException e) {
            throw e.getCause();
        } finally {
            thread.setContextClassLoader(before);
        }
    }
}
