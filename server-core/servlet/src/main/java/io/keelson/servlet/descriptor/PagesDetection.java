package io.keelson.servlet.descriptor;

import io.keelson.deploy.spi.Archive.Library;
import io.keelson.deploy.spi.Deployment;
import io.keelson.deploy.spi.DeploymentException;
import java.io.IOException;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Detects whether an application needs pages: then, and only then, the pages part is opened for it.
 *
 * <p>Specification: Servlet 6.1, 8.3 JSP Container Pluggability.
 */
public final class PagesDetection {
    private static final Set<String> EXTENSIONS = Set.of("jsp", "jspx", "jspf", "tag", "tagx", "tld");

    private static final String EXPRESSIONS = "jakarta/el/ELContext.class";
    private static final String OWN_EXPRESSIONS = "META-INF/services/jakarta.el.ExpressionFactory";

    private PagesDetection() {}

    /**
     * Looks for pages, tag files and tag library descriptors in the archive and its libraries, and at the descriptor. Libraries
     * that need the expression language, which every server with pages has, are asking for the part as well: Faces, and
     * whatever brings the API of expressions but no implementation, as Weld does.
     */
    public static boolean usesPages(Deployment deployment, WebDescriptor descriptor) throws DeploymentException {
        if (!descriptor.jsp().propertyGroups().isEmpty()
                || !descriptor.jsp().taglibs().isEmpty()
                || descriptor.code().servlets().stream().anyMatch(servlet -> servlet.jspFile() != null)
                || descriptor.code().servletMappings().stream()
                        .anyMatch(mapping -> mapping.servlet().equals("jsp"))) {
            return true;
        }
        AtomicBoolean found = new AtomicBoolean();
        try {
            deployment.archive().list("", path -> {
                if (isPage(path)) {
                    found.set(true);
                }
            });
            Set<String> expressions = new HashSet<>();
            for (Library library : deployment.archive().libraries()) {
                library.list(entry -> {
                    if (entry.startsWith("META-INF/") && isPage(entry) || entry.startsWith("jakarta/faces/")) {
                        found.set(true);
                    } else if (entry.equals(EXPRESSIONS) || entry.equals(OWN_EXPRESSIONS)) {
                        expressions.add(entry);
                    }
                });
            }
            // Tag libraries that modules share are of use to a module with pages only; Faces and Weld need none.
            for (Library library : deployment.archive().sharedLibraries()) {
                library.list(entry -> {
                    if (entry.startsWith("jakarta/faces/")) {
                        found.set(true);
                    } else if (entry.equals(EXPRESSIONS) || entry.equals(OWN_EXPRESSIONS)) {
                        expressions.add(entry);
                    }
                });
            }
            if (expressions.equals(Set.of(EXPRESSIONS))) {
                found.set(true);
            }
        } catch (IOException e) {
            throw new DeploymentException("could not look for pages in " + deployment.name(), e);
        }
        return found.get();
    }

    private static boolean isPage(String path) {
        return EXTENSIONS.contains(path.substring(path.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT));
    }
}
