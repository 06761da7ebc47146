package io.keelson.deploy.internal.undeploy;

import io.keelson.kernel.loader.ApplicationClassLoader;

/** One kind of thing that applications leave behind in the JVM. Thread-safe. */
public interface Trace {
    /** Takes away what that application left; logs what it should have taken away itself. */
    void erase(ApplicationClassLoader loader) throws Exception;
}
