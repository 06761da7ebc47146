package io.keelson.ee.cdi.service;

import io.keelson.kernel.loader.ApplicationClassLoader;
import java.lang.invoke.MethodHandles;
import java.security.ProtectionDomain;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jboss.weld.bean.proxy.ProxyFactory;
import org.jboss.weld.serialization.spi.ProxyServices;
import org.jspecify.annotations.Nullable;

/**
 * Defines Weld's proxies and subclasses in the loader of the class that they stand for, so that they end with it and reach what is
 * package-private.
 * Those of the JDK's and the server's types, which have no package there, lie in the application's loader: a session that another
 * server reads names them.
 * Those of other types whose package is closed lie in a loader below that of the type. Thread-safe.
 */
public final class ApplicationProxies implements ProxyServices {
    private final ClassLoader application;
    private final ClassLoader part;
    private final Map<ClassLoader, Generated> generated = new ConcurrentHashMap<>();

    /**
     * Makes those of one application.
     *
     * @param application the loader that proxies of the server's types see the application by
     * @param part the loader of Weld itself
     */
    public ApplicationProxies(ClassLoader application, ClassLoader part) {
        this.application = application;
        this.part = part;
    }

    /** A loader for classes whose package no other loader has. */
    private static final class Generated extends ClassLoader {
        static {
            registerAsParallelCapable();
        }

        Generated(ClassLoader parent) {
            super("keelson-cdi-proxies", parent);
        }

        Class<?> define(String name, byte[] bytes, int offset, int length) {
            synchronized (getClassLoadingLock(name)) {
                Class<?> there = findLoadedClass(name);
                return there == null ? defineClass(name, bytes, offset, length) : there;
            }
        }
    }

    @Override
    public Class<?> defineClass(
            Class<?> original, String name, byte[] bytes, int offset, int length, @Nullable ProtectionDomain domain) {
        if (name.startsWith(ProxyFactory.WELD_PROXY_PREFIX) || !samePackage(original, name)) {
            ClassLoader parent = parent(original.getClassLoader());
            return parent == application && parent instanceof ApplicationClassLoader own
                    ? own.defineGenerated(name, bytes, offset, length)
                    : below(parent).define(name, bytes, offset, length);
        }
        try {
            byte[] whole = offset == 0 && length == bytes.length
                    ? bytes
                    : java.util.Arrays.copyOfRange(bytes, offset, offset + length);
            return MethodHandles.privateLookupIn(original, MethodHandles.lookup())
                    .defineClass(whole);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(
                    "the proxy " + name + " of " + original.getName() + " cannot be defined: its module is closed", e);
        }
    }

    private static boolean samePackage(Class<?> original, String name) {
        int dot = name.lastIndexOf('.');
        return original.getPackageName().equals(dot < 0 ? "" : name.substring(0, dot));
    }

    @Override
    public Class<?> loadClass(Class<?> original, String name) throws ClassNotFoundException {
        return name.startsWith(ProxyFactory.WELD_PROXY_PREFIX) || !samePackage(original, name)
                ? Class.forName(name, false, loader(original))
                : Class.forName(name, false, original.getClassLoader());
    }

    private ClassLoader loader(Class<?> original) {
        ClassLoader parent = parent(original.getClassLoader());
        return parent == application && parent instanceof ApplicationClassLoader ? parent : below(parent);
    }

    private Generated below(ClassLoader parent) {
        return generated.computeIfAbsent(parent, Generated::new);
    }

    /** The loader that sees both the type and Weld. */
    private ClassLoader parent(@Nullable ClassLoader ofType) {
        if (ofType == null) {
            return application;
        }
        for (ClassLoader at = part; at != null; at = at.getParent()) {
            if (at == ofType) {
                return at == part ? part : application;
            }
        }
        return ofType;
    }

    @Override
    public void cleanup() {
        generated.clear();
    }
}
