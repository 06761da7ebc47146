package io.keelson.deploy.internal.undeploy;

import static io.keelson.deploy.internal.log.DeployLog.LOG;

import io.keelson.kernel.loader.ApplicationClassLoader;
import java.security.Provider;
import java.security.Security;

/** Security providers that the application added to the JVM, as crypto libraries do. */
public final class SecurityProviders implements Trace {
    @Override
    public void erase(ApplicationClassLoader loader) {
        for (Provider provider : Security.getProviders()) {
            if (Ownership.owns(loader, provider)) {
                Security.removeProvider(provider.getName());
                LOG.leftBehind(loader.application(), "the security provider " + provider.getName());
            }
        }
    }
}
