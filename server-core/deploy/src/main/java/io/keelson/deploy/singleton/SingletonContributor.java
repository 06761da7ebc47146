package io.keelson.deploy.singleton;

import io.keelson.deploy.spi.Contributor;
import io.keelson.deploy.spi.Deployment;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.deploy.spi.WholeApplication;
import io.keelson.kernel.context.InvocationContext;
import io.keelson.kernel.spi.singleton.ApplicationSingletons;
import io.keelson.kernel.spi.singleton.ApplicationSingletons.Service;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * Gives the singleton services of an application to the cluster: looks at them when the application is prepared, makes their
 * objects when all its modules serve, and takes them away before the first of those stops. See docs/design/singletons.md.
 */
public final class SingletonContributor implements Contributor {
    private final ApplicationSingletons cluster;

    /** One that gives them to this. */
    public SingletonContributor(ApplicationSingletons cluster) {
        this.cluster = cluster;
    }

    @Override
    public String name() {
        return "singleton-services";
    }

    /** State between the phases: the declared services, and those that are made, the latest first. */
    private record Kept(List<Declared> declared, Deque<Service> made) {}

    @Override
    public void prepared(WholeApplication application) throws DeploymentException {
        List<Declared> all = Declarations.of(application);
        for (Declared declared : all) {
            try {
                cluster.check(declared.declaration(), declared.module().classLoader());
            } catch (IllegalArgumentException e) {
                throw refused(declared, e);
            }
        }
        application.modules().get(0).attach(Kept.class, new Kept(all, new ArrayDeque<>()));
    }

    private static DeploymentException refused(Declared declared, IllegalArgumentException why) {
        return new DeploymentException(
                declared.place() + ": the singleton service '"
                        + declared.declaration().name() + "': " + why.getMessage(),
                why);
    }

    /** All are made before the first may be activated: where one cannot be made nothing has begun. */
    @Override
    public void started(WholeApplication application) throws DeploymentException {
        Kept kept = application.modules().get(0).attachment(Kept.class).orElseThrow();
        for (Declared declared : kept.declared()) {
            kept.made().push(make(declared));
        }
        kept.made().descendingIterator().forEachRemaining(Service::open);
    }

    private Service make(Declared declared) throws DeploymentException {
        Deployment module = declared.module();
        try {
            return new InvocationContext(module.name(), module.classLoader(), 0)
                    .call(() -> cluster.make(declared.declaration(), module.classLoader()));
        } catch (IllegalArgumentException e) {
            throw refused(declared, e);
        } catch (Exception e) {
            throw new DeploymentException(declared.place() + ": it cannot be made: " + e, e);
        }
    }

    @Override
    public void ending(WholeApplication application) {
        application.modules().get(0).attachment(Kept.class).ifPresent(kept -> {
            for (Service service = kept.made().poll();
                    service != null;
                    service = kept.made().poll()) {
                service.close();
            }
        });
    }
}
