package io.keelson.component.work;

import io.keelson.component.descriptor.DescriptorXml;
import io.keelson.component.descriptor.Element;
import io.keelson.component.descriptor.EnterpriseDocument;
import io.keelson.component.work.WorkManagerDescriptor.Limit;
import io.keelson.component.work.WorkManagerDescriptor.RequestClass;
import io.keelson.deploy.spi.Deployment;
import io.keelson.deploy.spi.DeploymentException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Declarations of {@code META-INF/weblogic-application.xml} about work, for all modules of the EAR. Immutable.
 *
 * <p>Specification: weblogic-application.xml, weblogic-application.
 *
 * @param workManagers {@code work-manager}
 * @param classes {@code fair-share-request}, {@code response-time-request}, {@code context-request}; each has a name
 * @param minThreads {@code min-threads-constraint}; each has a name, these and the next
 * @param maxThreads {@code max-threads-constraint}
 * @param capacities {@code capacity}
 */
public record EnterpriseWork(
        List<WorkManagerDescriptor> workManagers,
        List<RequestClass> classes,
        List<Limit> minThreads,
        List<Limit> maxThreads,
        List<Limit> capacities) {
    /** Path of the descriptor in the EAR. */
    public static final String FILE = EnterpriseDocument.FILE;

    private static final EnterpriseWork NONE =
            new EnterpriseWork(List.of(), List.of(), List.of(), List.of(), List.of());

    /** Reads that of the application that a deployment is a module of. */
    public static EnterpriseWork of(Deployment deployment) throws DeploymentException {
        Element root = EnterpriseDocument.root(deployment);
        return root == null ? NONE : read(root, deployment.application());
    }

    static EnterpriseWork read(InputStream in, String application) throws DeploymentException {
        return read(DescriptorXml.read(in, FILE), application);
    }

    private static EnterpriseWork read(Element root, String application) throws DeploymentException {
        WorkManagerReader managers = new WorkManagerReader(application);
        List<RequestClass> classes = new ArrayList<>();
        List<Limit> minThreads = new ArrayList<>();
        List<Limit> maxThreads = new ArrayList<>();
        List<Limit> capacities = new ArrayList<>();
        for (Element element : root.children()) {
            switch (element.name()) {
                case "work-manager" -> managers.read(element);
                case "fair-share-request", "response-time-request", "context-request" ->
                    classes.add(defined(element, WorkManagerReader.requestClass(named(element))));
                case "min-threads-constraint" -> minThreads.add(limit(element));
                case "max-threads-constraint" -> maxThreads.add(limit(element));
                case "capacity" -> capacities.add(limit(element));
                default -> {} // of others, who say what nobody applies
            }
        }
        return new EnterpriseWork(
                managers.found(),
                List.copyOf(classes),
                List.copyOf(minThreads),
                List.copyOf(maxThreads),
                List.copyOf(capacities));
    }

    private static Limit limit(Element element) throws DeploymentException {
        return defined(element, WorkManagerReader.limit(named(element)));
    }

    /** Stands by itself, so only its name can be of use to somebody. */
    private static Element named(Element element) throws DeploymentException {
        element.requiredTextOf("name");
        return element;
    }

    private static <T> T defined(Element element, @Nullable T read) throws DeploymentException {
        if (read == null) {
            throw element.wrong(
                    "it is defined for others that name it, so it cannot be none; leave it out, and its name there");
        }
        return read;
    }

    /** Returns whether the application declares nothing for all its modules. */
    public boolean isEmpty() {
        return equals(NONE);
    }
}
