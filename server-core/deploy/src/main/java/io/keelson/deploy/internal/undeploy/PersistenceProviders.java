package io.keelson.deploy.internal.undeploy;

import static io.keelson.deploy.internal.log.DeployLog.LOG;

import io.keelson.kernel.loader.ApplicationClassLoader;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Removes traces of applications with a persistence provider in their own WEB-INF/lib from the server's copy of the Persistence API. That
 * copy remembers the providers of each class loader by soft references, which hold a loader until memory runs short. It also keeps the
 * resolver that an application may have put in the place of its own. A server need not have that API, so it is not compiled against.
 */
public final class PersistenceProviders implements Trace {
    private static final String HOLDER = "jakarta.persistence.spi.PersistenceProviderResolverHolder";
    private static final String RESOLVER = "jakarta.persistence.spi.PersistenceProviderResolver";

    private final ClassLoader server;
    private @Nullable Optional<Api> known;

    /** The API is looked for in the server's loader. */
    public PersistenceProviders(ClassLoader server) {
        this.server = server;
    }

    @Override
    public void erase(ApplicationClassLoader loader) throws ReflectiveOperationException {
        Optional<Api> api = api();
        if (api.isPresent()) {
            erase(loader, api.get());
        }
    }

    private static void erase(ApplicationClassLoader loader, Api api) throws ReflectiveOperationException {
        if (Ownership.owns(loader, api.now())) {
            api.toDefault();
            LOG.leftBehind(loader.application(), "its resolver of persistence providers");
        }
        api.clear();
    }

    private synchronized Optional<Api> api() {
        Optional<Api> found = known;
        if (found == null) {
            found = find();
            known = found;
        }
        return found;
    }

    private Optional<Api> find() {
        try {
            return Optional.of(new Api(server.loadClass(HOLDER), server.loadClass(RESOLVER)));
        } catch (ClassNotFoundException none) {
            return Optional.empty();
        }
    }

    private record Api(Class<?> holder, Class<?> resolver) {
        Object now() throws ReflectiveOperationException {
            return holder.getMethod("getPersistenceProviderResolver").invoke(null);
        }

        /** The API takes null for its own. */
        void toDefault() throws ReflectiveOperationException {
            holder.getMethod("setPersistenceProviderResolver", resolver).invoke(null, (Object) null);
        }

        void clear() throws ReflectiveOperationException {
            resolver.getMethod("clearCachedProviders").invoke(now());
        }
    }
}
