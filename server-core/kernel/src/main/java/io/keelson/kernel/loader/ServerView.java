package io.keelson.kernel.loader;

import java.io.IOException;
import java.net.URL;
import java.util.Collections;
import java.util.Enumeration;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * View of the server's class path that every application gets, classes and resources alike. It shows the Jakarta APIs,
 * {@code io.keelson.api}, the handles of beans, which applications may read from streams of their own, and the JDK. It also shows the
 * one interface of WebLogic that services are written for. Everything else (its libraries, its own rooms, their services) is not there.
 */
public final class ServerView extends ClassLoader {
    private static final PackageSet SHOWN = PackageSet.of(java.util.List.of(
            "jakarta.*", "io.keelson.api.*", "io.keelson.remoting.bean", "weblogic.cluster.singleton"));

    static {
        registerAsParallelCapable();
    }

    private final ClassLoader server;
    private final Predicate<String> hidden;
    private final Function<String, Optional<Class<?>>> ofParts;

    /**
     * Makes the view.
     *
     * @param server the loader of the server's classes
     * @param hidden packages that are not shown although they lie on the server's class path: those of parts
     */
    public ServerView(ClassLoader server, Predicate<String> hidden) {
        this(server, hidden, name -> Optional.empty());
    }

    /**
     * Makes the view of a server with parts.
     *
     * @param ofParts finds a class that a part shows, and opens that part for it
     */
    ServerView(ClassLoader server, Predicate<String> hidden, Function<String, Optional<Class<?>>> ofParts) {
        super("keelson-server-view", ClassLoader.getPlatformClassLoader());
        this.server = server;
        this.hidden = hidden;
        this.ofParts = ofParts;
    }

    /** Returns whether a class belongs to a Jakarta API that a part of the server has. */
    boolean isApiOfPart(String className) {
        return className.startsWith("jakarta.") && hidden.test(PackageSet.packageOf(className));
    }

    /** Returns a class of a Jakarta API that a part has, which is opened for it; empty when there is none of that name. */
    Optional<Class<?>> apiOfPart(String className) {
        return isApiOfPart(className) ? ofParts.apply(className) : Optional.empty();
    }

    /** Returns whether the server shows that package of its own class path. */
    boolean shows(String packageName) {
        return SHOWN.contains(packageName) && !hidden.test(packageName);
    }

    /** A class that the server shows; null when it shows none of that name. The JDK's are not meant. */
    @Nullable
    Class<?> shown(String className) {
        if (shows(PackageSet.packageOf(className))) {
            try {
                return server.loadClass(className);
            } catch (ClassNotFoundException absent) {
                return null;
            }
        }
        return null;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        String packageName = PackageSet.packageOf(name);
        ClassLoader jdk = JdkPackages.loaderOf(packageName);
        if (jdk != null) {
            return jdk.loadClass(name);
        }
        return shows(packageName) ? server.loadClass(name) : super.loadClass(name, resolve);
    }

    @Override
    public @Nullable URL getResource(String name) {
        return shows(PackageSet.packageOfResource(name)) ? server.getResource(name) : super.getResource(name);
    }

    @Override
    public Enumeration<URL> getResources(String name) throws IOException {
        return shows(PackageSet.packageOfResource(name)) ? server.getResources(name) : super.getResources(name);
    }

    @Override
    protected Enumeration<URL> findResources(String name) {
        return Collections.emptyEnumeration();
    }
}
