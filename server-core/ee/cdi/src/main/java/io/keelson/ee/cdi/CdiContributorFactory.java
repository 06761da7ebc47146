package io.keelson.ee.cdi;

import io.keelson.base.subsystem.ServiceLookup;
import io.keelson.deploy.spi.Contributor;
import io.keelson.deploy.spi.ContributorFactory;
import io.keelson.ee.cdi.service.ContainerSingletons;
import io.keelson.ee.cdi.service.CurrentCdi;
import jakarta.enterprise.inject.build.compatible.spi.BuildServicesResolver;
import jakarta.enterprise.inject.spi.CDI;
import org.jboss.weld.bootstrap.api.SingletonProvider;
import org.jboss.weld.lite.extension.translator.BuildServicesImpl;

/** Makes the contributor of the part {@code cdi}. See docs/design/cdi.md. */
public final class CdiContributorFactory implements ContributorFactory {
    @Override
    public String part() {
        return CdiContributor.NAME;
    }

    @Override
    public Contributor create(ServiceLookup services) {
        Jvm.prepare();
        return new CdiContributor(services);
    }

    /** Statics of Weld and of the API, set once a JVM before the first container. See docs/design/testkit.md. */
    private static final class Jvm {
        static {
            SingletonProvider.initialize(ContainerSingletons.ofJvm());
            // The API looks for providers with its own loader, which has none.
            CDI.setCDIProvider(CurrentCdi.ofJvm());
            BuildServicesResolver.setBuildServices(new BuildServicesImpl());
        }

        private Jvm() {}

        static void prepare() {
            // Loading the class has done it.
        }
    }
}
