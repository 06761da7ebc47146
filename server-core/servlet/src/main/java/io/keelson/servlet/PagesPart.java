package io.keelson.servlet;

import io.keelson.component.spi.ComponentFactory;
import io.keelson.deploy.spi.Deployment;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.kernel.loader.Parts;
import io.keelson.servlet.descriptor.PagesDetection;
import io.keelson.servlet.descriptor.WebDescriptor;
import io.keelson.servlet.registration.ImplicitServlet;
import io.keelson.servlet.spi.PagesProvider;
import jakarta.servlet.ServletContext;
import java.util.List;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/**
 * Asks the part {@code pages} for those applications that need it. Thread-safe. See docs/design/pages.md.
 *
 * <p>Specification: Servlet 6.1, 8.3 JSP Container Pluggability.
 */
final class PagesPart {
    private static final String NAME = "pages";
    private static final String NAME_OF_SERVLET = "jsp";

    private final Parts parts;
    private @Nullable PagesProvider provider;

    PagesPart(Parts parts) {
        this.parts = parts;
    }

    /** Note that an application uses the part; attached to its deployment. */
    private record Use() {}

    /** In the inspect phase: makes the part visible to the application where it needs it. */
    void inspect(Deployment deployment, WebDescriptor descriptor) throws DeploymentException {
        if (PagesDetection.usesPages(deployment, descriptor) && deployment.use(NAME)) {
            deployment.attach(Use.class, new Use());
        }
    }

    /**
     * Contributions of the part to an application.
     *
     * @param servlets the servlet for pages
     * @param listeners those that tag libraries declare
     */
    record Brought(List<ImplicitServlet> servlets, List<String> listeners) {}

    /** Before the application starts: makes what serves its pages; nothing where it needs none. */
    Brought open(Deployment deployment, ServletContext context, WebDescriptor descriptor, ComponentFactory components)
            throws DeploymentException {
        if (deployment.attachment(Use.class).isEmpty()) {
            return new Brought(List.of(), List.of());
        }
        PagesProvider.Pages pages = provider().open(deployment, context, components);
        deployment.onUndeploy(pages::close);
        ImplicitServlet servlet = new ImplicitServlet(
                NAME_OF_SERVLET,
                null,
                pages.servlet(),
                List.of("*.jsp", "*.jspx"),
                groups(descriptor),
                pages.initParameters(),
                null);
        return new Brought(List.of(servlet), pages.listeners());
    }

    /** One for all applications: it keeps what they share. */
    private synchronized PagesProvider provider() throws DeploymentException {
        PagesProvider known = provider;
        if (known == null) {
            known = ServiceLoader.load(PagesProvider.class, parts.loader(NAME))
                    .findFirst()
                    .orElseThrow(() ->
                            new DeploymentException("the part '" + NAME + "' of this server is not whole: it has no "
                                    + PagesProvider.class.getName() + "; install the distribution again"));
            provider = known;
        }
        return known;
    }

    private static List<String> groups(WebDescriptor descriptor) {
        return descriptor.jsp().propertyGroups().stream()
                .flatMap(group -> group.patterns().stream())
                .distinct()
                .toList();
    }
}
