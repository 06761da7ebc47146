package io.keelson.parts.probe;

import io.keelson.base.subsystem.Services;
import io.keelson.base.subsystem.Subsystem;
import io.keelson.base.subsystem.SubsystemFactory;
import io.keelson.base.time.Deadline;
import io.keelson.deploy.spi.Contributor;
import io.keelson.deploy.spi.Contributors;
import io.keelson.deploy.spi.Deployment;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.kernel.loader.Parts;
import java.lang.management.ManagementFactory;
import java.util.Set;
import javax.management.JMException;
import javax.management.ObjectName;
import org.jboss.jandex.DotName;

/**
 * Stands in for the rooms of {@code ee/}: asks for the parts {@code cdi}, {@code jpa} and {@code rest} where an application
 * has what calls for them. Its jar is put into the server's {@code lib/}.
 */
public final class Probe implements SubsystemFactory {
    private static final DotName PATH = DotName.createSimple("jakarta.ws.rs.Path");

    @Override
    public String name() {
        return "parts-probe";
    }

    @Override
    public Set<Class<?>> requires() {
        return Set.of(Contributors.class, Parts.class);
    }

    @Override
    public Subsystem create(Services services) {
        return new Started(services.get(Contributors.class), services.get(Parts.class));
    }

    private record Started(Contributors contributors, Parts parts) implements Subsystem {
        @Override
        public void start() throws JMException {
            Loaders loaders = new Loaders();
            ManagementFactory.getPlatformMBeanServer()
                    .registerMBean(loaders, new ObjectName("io.keelson.parts:type=Loaders"));
            contributors.add(new Asking(loaders, new WeldOfTheServer(parts)));
        }

        @Override
        public void stop(Deadline deadline) {
            // The process ends with the server.
        }
    }

    private record Asking(Loaders loaders, WeldOfTheServer weld) implements Contributor {
        @Override
        public String name() {
            return "parts-probe";
        }

        @Override
        public void inspect(Deployment deployment) throws DeploymentException {
            if (deployment.archive().file("WEB-INF/beans.xml").isPresent()) {
                if (deployment.use("cdi")) {
                    weld.ready();
                }
            }
            if (deployment
                    .archive()
                    .file("WEB-INF/classes/META-INF/persistence.xml")
                    .isPresent()) {
                deployment.use("jpa");
            }
            if (!deployment.indexOfClasses().getAnnotations(PATH).isEmpty()) {
                deployment.use("rest");
            }
        }

        @Override
        public void prepare(Deployment deployment) {
            loaders.add(deployment.classLoader());
        }
    }
}
