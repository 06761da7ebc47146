package io.keelson.deploy.internal.undeploy;

import io.keelson.kernel.loader.ApplicationClassLoader;

/** One kind of thing that applications leave behind in the JVM. Thread-safe. */
public interface Trace {
    /** Notes that an application begins: none of its code has run. Must not throw. */
    default void beginning(ApplicationClassLoader loader) {}

    /** Takes away what that application left; logs what it should have taken away itself. */
    void erase(ApplicationClassLoader loader) throws Exception;
}
