package io.keelson.ee.cdi;

import io.keelson.deploy.spi.DeploymentException;
import io.keelson.kernel.config.NearestName;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.Extension;
import java.lang.reflect.Type;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jboss.weld.bootstrap.WeldBootstrap;
import org.jboss.weld.bootstrap.spi.BeanDeploymentArchive;
import org.jboss.weld.manager.BeanManagerImpl;

/**
 * Starts a container and says what is wrong when it does not start: Weld's message, which names bean, class and member, and for a type
 * that no bean has the nearest one that a bean has. Confined to the deploying thread.
 *
 * <p>Specification: CDI 4.1, 24.2 Application initialization lifecycle in CDI Full.
 *
 * @param bootstrap of the container
 * @param application its name
 * @param deployment with its archives
 */
record ContainerStart(WeldBootstrap bootstrap, String application, ServerDeployment deployment) {
    private static final Pattern UNSATISFIED = Pattern.compile("WELD-001408: Unsatisfied dependencies for type (\\S+)");

    /** Starts it; undone by {@link #end} when it throws. */
    void run() throws DeploymentException {
        try {
            bootstrap.startExtensions(deployment.getExtensions());
            bootstrap.startContainer(application, ServerEnvironment.SERVER, deployment);
            bootstrap.startInitialization();
            bootstrap.deployBeans();
            bootstrap.validateBeans();
            bootstrap.endInitialization();
        } catch (RuntimeException | LinkageError e) {
            throw new DeploymentException("CDI: " + message(e), e);
        }
    }

    private String message(Throwable e) {
        String message = String.valueOf(e.getMessage()).strip();
        if (message.isEmpty() || message.equals("null")) {
            Throwable cause = e.getCause();
            return cause == null || cause == e ? e.toString() : message(cause);
        }
        Matcher unsatisfied = UNSATISFIED.matcher(message);
        return unsatisfied.find() ? message + NearestName.hint(simple(unsatisfied.group(1)), types()) : message;
    }

    private static String simple(String type) {
        return type.replaceAll("<.*", "").replaceAll(".*[.$]", "");
    }

    /** The simple names of the types of the application's own beans. */
    private Set<String> types() {
        Set<String> names = new TreeSet<>();
        for (BeanDeploymentArchive archive : deployment.getBeanDeploymentArchives()) {
            BeanManagerImpl manager = bootstrap.getManager(archive);
            if (manager != null) {
                for (Bean<?> bean : manager.getBeans()) {
                    // Extensions are beans, too, those of the server among them.
                    if (!Extension.class.isAssignableFrom(bean.getBeanClass())
                            && archive.getKnownClasses()
                                    .contains(bean.getBeanClass().getName())) {
                        bean.getTypes().forEach(type -> add(names, type));
                    }
                }
            }
        }
        return names;
    }

    private static void add(Set<String> names, Type type) {
        if (type != Object.class) {
            names.add(simple(type.getTypeName()));
        }
    }

    /** Ends a container, however far its start came. Does not throw. */
    static void end(WeldBootstrap bootstrap, String application) {
        try {
            bootstrap.shutdown();
        } catch (RuntimeException | LinkageError e) {
            CdiLog.LOG.endFailed(application, e);
        }
    }
}
