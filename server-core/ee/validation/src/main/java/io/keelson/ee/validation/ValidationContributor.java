package io.keelson.ee.validation;

import io.keelson.component.spi.BeanExtensions;
import io.keelson.deploy.spi.Contributor;
import io.keelson.deploy.spi.Deployment;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.deploy.spi.WholeApplication;
import io.keelson.kernel.context.InvocationContext;
import io.keelson.kernel.naming.ComponentNames;
import jakarta.validation.ValidationException;
import java.util.Set;
import javax.naming.NamingException;

/**
 * Gives each module of an application its validators. See docs/design/validation.md.
 *
 * <ol>
 *   <li>{@code inspect}: learns whether the application sees the server's provider or brings its own;
 *   <li>{@code start}: binds {@code java:comp/ValidatorFactory} and {@code java:comp/Validator}, before persistence units are built;
 *   <li>{@code started}: reads the module's {@code validation.xml}, where it has one;
 *   <li>at undeployment the factory is closed, after everything that uses it.
 * </ol>
 *
 * <p>Specification: Jakarta EE Platform 11, 5.15 Validator and Validator Factory References; Validation 3.1, 11 Integration.
 */
final class ValidationContributor implements Contributor {
    static final String NAME = "validation";

    /** Makes a validator of the default provider when it is constructed, and beans of Hibernate Validator later. */
    private static final String EXTENSION = "org.hibernate.validator.cdi.ValidationExtension";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Set<String> after() {
        return Set.of("component");
    }

    @Override
    public void inspect(Deployment deployment) throws DeploymentException {
        boolean suppressed = !deployment.use(NAME);
        boolean another = !suppressed && BroughtProvider.of(deployment).isPresent();
        if (another) {
            deployment.shared(BeanExtensions.class, BeanExtensions::new).leaveOut(EXTENSION);
        }
        deployment.attach(Chosen.class, new Chosen(suppressed || another, another));
    }

    /**
     * Remembers whose provider a module uses.
     *
     * @param own true for one that the application brings
     * @param another true if that is none that the server knows
     */
    private record Chosen(boolean own, boolean another) {}

    @Override
    public void start(Deployment deployment) throws DeploymentException {
        boolean own = deployment.attachment(Chosen.class).map(Chosen::own).orElse(false);
        ModuleFactory factory = new ModuleFactory(deployment.name(), deployment.classLoader());
        deployment.onUndeploy(() -> end(factory, own));
        deployment.attach(ModuleFactory.class, factory);
        ComponentNames names = deployment.attachment(ComponentNames.class).orElse(null);
        if (names == null) {
            return;
        }
        try {
            names.bind("java:comp/ValidatorFactory", factory);
            names.bind("java:comp/Validator", factory.getValidator());
        } catch (NamingException e) {
            throw new DeploymentException("the validators of " + deployment.name() + " cannot be bound: " + e, e);
        }
    }

    @Override
    public void started(WholeApplication application) throws DeploymentException {
        for (Deployment module : application.modules()) {
            ModuleFactory factory = module.attachment(ModuleFactory.class).orElse(null);
            boolean another =
                    module.attachment(Chosen.class).map(Chosen::another).orElse(false);
            if (factory != null) {
                started(module, factory, !another);
            }
        }
    }

    private static void started(Deployment module, ModuleFactory factory, boolean reads) throws DeploymentException {
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        InvocationContext previous =
                InvocationContext.enter(new InvocationContext(module.application(), module.classLoader(), 0));
        try {
            factory.started(reads);
        } catch (ValidationException | LinkageError e) {
            throw new DeploymentException("META-INF/validation.xml of " + module.name() + ": " + Failures.reason(e), e);
        } finally {
            InvocationContext.exit(previous, before);
        }
    }

    private static void end(ModuleFactory factory, boolean own) {
        factory.end();
        if (own) {
            OwnProviders.forget();
        }
    }
}
