package io.keelson.component.descriptor;

import io.keelson.deploy.spi.Deployment;
import io.keelson.deploy.spi.DeploymentException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Applications that were written for another server, told by a descriptor that is that server's own. Resources that such an application
 * only names are made by its administrator. Stateless.
 */
public final class ForeignApplications {
    private static final List<String> DIRECTORIES = List.of("META-INF", "WEB-INF", "WEB-INF/classes/META-INF");

    /** Files of WildFly, GlassFish and Payara, Open Liberty and WebSphere, TomEE, Geronimo. */
    private static final Pattern FILE =
            Pattern.compile("(?:(?:jboss|glassfish|payara|sun|ibm|openejb|tomee|geronimo)-.+\\.(?:xml|xmi)"
                    + "|.+-(?:ds|jms)\\.xml|(?:resources|tomee|openejb)\\.xml)");

    /** Files of servers whose persistence provider is EclipseLink or OpenJPA. */
    private static final Pattern FILE_WITHOUT_HIBERNATE = Pattern.compile(
            "(?:(?:glassfish|payara|sun|ibm|openejb|tomee)-.+\\.(?:xml|xmi)|(?:resources|tomee|openejb)\\.xml)");

    private ForeignApplications() {}

    /** Answer for a module, which is looked for once. */
    private record Found(boolean foreign, boolean withoutHibernate) {}

    /**
     * Returns whether the module, or the EAR that it is a module of, has such a descriptor.
     *
     * @throws DeploymentException where the archive cannot be read
     */
    public static boolean isForeign(Deployment deployment) throws DeploymentException {
        return found(deployment).foreign();
    }

    /**
     * Returns whether the module, or the EAR that it is a module of, has a descriptor of a server that ships another persistence provider
     * than Hibernate.
     *
     * @throws DeploymentException where the archive cannot be read
     */
    public static boolean isWithoutHibernate(Deployment deployment) throws DeploymentException {
        return found(deployment).withoutHibernate();
    }

    private static Found found(Deployment deployment) throws DeploymentException {
        Optional<Found> known = deployment.attachment(Found.class);
        if (known.isPresent()) {
            return known.get();
        }
        List<Path> files = new ArrayList<>(deployment.enterpriseFiles("META-INF"));
        for (String directory : DIRECTORIES) {
            files.addAll(files(deployment.archive().root().resolve(directory)));
        }
        List<String> names =
                files.stream().map(each -> String.valueOf(each.getFileName())).toList();
        Found found = new Found(
                names.stream().anyMatch(ForeignApplications::isOfAnotherServer),
                names.stream().anyMatch(ForeignApplications::isOfServerWithoutHibernate));
        deployment.attach(Found.class, found);
        return found;
    }

    private static List<Path> files(Path directory) throws DeploymentException {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> all = Files.list(directory)) {
            return all.filter(Files::isRegularFile).toList();
        } catch (IOException e) {
            throw new DeploymentException(directory + ": could not be read: " + e.getMessage(), e);
        }
    }

    static boolean isOfServerWithoutHibernate(String file) {
        return FILE_WITHOUT_HIBERNATE.matcher(file).matches();
    }

    static boolean isOfAnotherServer(String file) {
        return FILE.matcher(file).matches();
    }
}
