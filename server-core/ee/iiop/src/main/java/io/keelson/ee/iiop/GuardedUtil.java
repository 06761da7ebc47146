package io.keelson.ee.iiop;

import com.sun.corba.se.impl.javax.rmi.CORBA.Util;
import org.jspecify.annotations.Nullable;

/**
 * The broker's delegate for classes. On a thread that reads for an application it lets in only what its {@link ValueClasses} allow, and
 * never tells clients where classes lie. Thread-safe.
 */
public final class GuardedUtil extends Util {
    @Override
    public Class loadClass(String className, @Nullable String codebase, @Nullable ClassLoader loader)
            throws ClassNotFoundException {
        if (Thread.currentThread().getContextClassLoader() instanceof ValueClasses classes) {
            return classes.named(className);
        }
        return super.loadClass(className, null, loader);
    }

    @Override
    public @Nullable String getCodebase(Class type) {
        return null;
    }
}
