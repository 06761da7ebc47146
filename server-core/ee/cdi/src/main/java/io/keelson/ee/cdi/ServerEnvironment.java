package io.keelson.ee.cdi;

import java.util.Set;
import org.jboss.weld.bootstrap.api.Environment;
import org.jboss.weld.bootstrap.api.Service;
import org.jboss.weld.injection.spi.InjectionServices;
import org.jboss.weld.resources.spi.ResourceLoader;
import org.jboss.weld.security.spi.SecurityServices;

/** The server as Weld's environment: a Jakarta EE one with modules. */
enum ServerEnvironment implements Environment {
    /** The only one. */
    SERVER;

    @Override
    public Set<Class<? extends Service>> getRequiredDeploymentServices() {
        return Set.of(SecurityServices.class);
    }

    @Override
    public Set<Class<? extends Service>> getRequiredBeanDeploymentArchiveServices() {
        return Set.of(ResourceLoader.class, InjectionServices.class);
    }

    @Override
    public boolean isEEModulesAware() {
        return true;
    }
}
