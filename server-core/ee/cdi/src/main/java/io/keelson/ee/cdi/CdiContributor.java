package io.keelson.ee.cdi;

import io.keelson.base.subsystem.ServiceLookup;
import io.keelson.component.spi.ComponentFactory;
import io.keelson.component.spi.LifecycleCallbacks;
import io.keelson.deploy.spi.Contributor;
import io.keelson.deploy.spi.Deployment;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.deploy.spi.WholeApplication;
import io.keelson.ee.cdi.web.BeanComponents;
import io.keelson.ee.cdi.web.NamedBeans;
import io.keelson.ee.cdi.web.RequestContexts;
import io.keelson.kernel.naming.ComponentNames;
import io.keelson.kernel.naming.ProvidedObject;
import io.keelson.servlet.spi.WebContexts;
import jakarta.el.ELResolver;
import java.util.Set;
import javax.naming.NamingException;
import org.jboss.weld.manager.BeanManagerImpl;

/**
 * Gives applications CDI. All modules of an application that use it share one container, which starts with the first module and ends with
 * the last. See docs/design/cdi.md.
 *
 * <ol>
 *   <li>{@code prepare}: reads the module's bean archives; components are made by CDI from then on.
 *   <li>{@code prepared}: reads those of shared libraries.
 *   <li>{@code start}: binds {@code java:comp/BeanManager}, starts the container, and gives the web container its contexts.
 * </ol>
 *
 * <p>Specification: CDI 4.1, 12 Packaging and deployment; Jakarta EE Platform 11, 5.20 Bean Manager References.
 */
final class CdiContributor implements Contributor {
    static final String NAME = "cdi";

    private final ServiceLookup services;

    CdiContributor(ServiceLookup services) {
        this.services = services;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Set<String> after() {
        return Set.of("component", "jpa", "validation");
    }

    @Override
    public void prepare(Deployment deployment) throws DeploymentException {
        ApplicationBeans beans = deployment.shared(
                ApplicationBeans.class, () -> new ApplicationBeans(deployment.application(), services));
        beans.add(deployment);
        LifecycleCallbacks callbacks = deployment
                .attachment(LifecycleCallbacks.class)
                .orElseThrow(() -> new IllegalStateException(deployment.name() + " has no components"));
        deployment.attach(
                ComponentFactory.class, new BeanComponents(type -> beans.managerOf(deployment, type), callbacks));
        deployment.attach(ApplicationBeans.class, beans);
    }

    @Override
    public void prepared(WholeApplication application) throws DeploymentException {
        for (Deployment module : application.modules()) {
            if (module.attachment(ApplicationBeans.class).isPresent()) {
                beans(module).read(application);
                return;
            }
        }
    }

    @Override
    public void start(Deployment deployment) throws DeploymentException {
        ApplicationBeans beans = beans(deployment);
        bindManager(deployment, beans);
        beans.start(deployment);
        BeanManagerImpl manager = beans.manager(deployment);
        if (BeanModule.isWeb(deployment)) {
            deployment.attach(WebContexts.class, new RequestContexts(manager));
            deployment.attach(ELResolver.class, new NamedBeans(manager));
        }
    }

    /** Before the container starts, so that it knows the type of the name. */
    private static void bindManager(Deployment deployment, ApplicationBeans beans) throws DeploymentException {
        ComponentNames names = deployment.attachment(ComponentNames.class).orElse(null);
        if (names == null) {
            return;
        }
        ProvidedObject manager = () -> beans.beanManager(deployment);
        try {
            names.bind("java:comp/BeanManager", manager);
        } catch (NamingException e) {
            throw new DeploymentException("java:comp/BeanManager cannot be bound: " + e.getMessage(), e);
        }
    }

    @Override
    public void stop(Deployment deployment) {
        beans(deployment).stop(deployment);
    }

    private static ApplicationBeans beans(Deployment deployment) {
        return deployment
                .attachment(ApplicationBeans.class)
                .orElseThrow(() -> new IllegalStateException(deployment.name() + " has not been prepared"));
    }
}
