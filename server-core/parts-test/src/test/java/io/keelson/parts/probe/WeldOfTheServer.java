package io.keelson.parts.probe;

import io.keelson.deploy.spi.DeploymentException;
import io.keelson.kernel.loader.Parts;
import jakarta.enterprise.inject.spi.CDI;
import jakarta.enterprise.inject.spi.CDIProvider;
import java.util.ServiceLoader;

/** What one Weld for many applications has to be told once, before the first of them. The lock of this object guards that. */
final class WeldOfTheServer {
    private static final String SINGLETONS = "org.jboss.weld.bootstrap.api.SingletonProvider";
    private static final String BY_CONTEXT_LOADER = "org.jboss.weld.bootstrap.api.helpers.TCCLSingletonProvider";

    private final Parts parts;
    private boolean ready;

    WeldOfTheServer(Parts parts) {
        this.parts = parts;
    }

    synchronized void ready() throws DeploymentException {
        if (ready) {
            return;
        }
        ClassLoader part = parts.loader("cdi");
        try {
            // One container an application; without this the latest one would answer for all.
            Class<?> singletons = part.loadClass(SINGLETONS);
            Object byLoader = part.loadClass(BY_CONTEXT_LOADER).getConstructor().newInstance();
            singletons.getMethod("initialize", singletons).invoke(null, byLoader);
        } catch (ReflectiveOperationException e) {
            throw new DeploymentException("the part 'cdi' is not whole", e);
        }
        // The API looks for its provider with the loader that it has itself: the server's, which has none.
        CDI.setCDIProvider(
                ServiceLoader.load(CDIProvider.class, part).findFirst().orElseThrow());
        ready = true;
    }
}
