package io.keelson.component.descriptor;

import io.keelson.deploy.spi.Deployment;
import io.keelson.deploy.spi.DeploymentException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;

/**
 * Marks of an application that was written for another server: a descriptor that is that server's own. Resources that such an application
 * only names are made by its administrator. Stateless.
 */
public final class OtherServersMarks {
    private static final List<String> DIRECTORIES = List.of("META-INF", "WEB-INF", "WEB-INF/classes/META-INF");

    /** Files of WildFly, GlassFish and Payara, Open Liberty and WebSphere, TomEE, Geronimo. */
    private static final Pattern FILE =
            Pattern.compile("(?:(?:jboss|glassfish|payara|sun|ibm|openejb|tomee|geronimo)-.+\\.(?:xml|xmi)"
                    + "|.+-(?:ds|jms)\\.xml|(?:resources|tomee|openejb)\\.xml)");

    private OtherServersMarks() {}

    /**
     * Returns whether the module, or the EAR that it is a module of, has such a descriptor.
     *
     * @throws DeploymentException where the archive cannot be read
     */
    public static boolean areOn(Deployment deployment) throws DeploymentException {
        AtomicBoolean found = new AtomicBoolean();
        for (String directory : DIRECTORIES) {
            try {
                deployment.archive().list(directory, path -> {
                    if (path.lastIndexOf('/') == directory.length() && isMark(path.substring(directory.length() + 1))) {
                        found.set(true);
                    }
                });
            } catch (IOException e) {
                throw new DeploymentException(directory + ": could not be read: " + e.getMessage(), e);
            }
        }
        for (Path each : deployment.enterpriseFiles("META-INF")) {
            if (isMark(String.valueOf(each.getFileName()))) {
                found.set(true);
            }
        }
        return found.get();
    }

    static boolean isMark(String file) {
        return FILE.matcher(file).matches();
    }
}
