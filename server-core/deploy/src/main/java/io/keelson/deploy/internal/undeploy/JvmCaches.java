package io.keelson.deploy.internal.undeploy;

import io.keelson.kernel.loader.ApplicationClassLoader;
import java.beans.Introspector;
import java.util.ResourceBundle;

/** Caches of the JDK that hold classes: those of bean properties and of resource bundles. */
public final class JvmCaches implements Trace {
    @Override
    public void erase(ApplicationClassLoader loader) {
        Introspector.flushCaches();
        ResourceBundle.clearCache(loader);
    }
}
