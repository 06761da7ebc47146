package io.keelson.servlet.descriptor;

import io.keelson.deploy.spi.DeploymentException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The descriptors of an application as they were read, before merging. Kept with the deployment, confined to its thread.
 *
 * <p>Specification: Servlet 6.1, 8.2.1 Modularity of web.xml.
 *
 * @param webXml empty where there is no web.xml
 * @param fragments the libraries that count, in the order of 8.2.2
 * @param leftOut the libraries that an absolute ordering leaves out
 * @param orderDeclared whether anything declared an order
 */
record WebSources(
        Declarations webXml,
        List<Fragment> fragments,
        List<Fragment> leftOut,
        boolean orderDeclared,
        ServerSettings server) {

    static WebSources of(Declarations webXml, List<Fragment> libraries, ServerSettings server, String application)
            throws DeploymentException {
        @Nullable List<String> absolute = webXml.absoluteOrdering;
        List<Fragment> ordered = absolute == null
                ? relative(libraries, webXml, application)
                : FragmentOrder.absolute(libraries, absolute);
        List<Fragment> leftOut = new ArrayList<>(libraries);
        leftOut.removeAll(ordered);
        for (Fragment fragment : leftOut) {
            WebDescriptorLog.LOG.leftOut(application, fragment.library().name(), webXml.location);
        }
        return new WebSources(
                webXml, ordered, List.copyOf(leftOut), FragmentOrder.declared(libraries, absolute), server);
    }

    /** An order that contradicts itself is of no interest where nothing of the fragments is merged. */
    private static List<Fragment> relative(List<Fragment> libraries, Declarations webXml, String application)
            throws DeploymentException {
        try {
            return FragmentOrder.relative(libraries);
        } catch (DeploymentException e) {
            if (!webXml.metadataComplete) {
                throw e;
            }
            WebDescriptorLog.LOG.debugf("application %s: %s", application, e.getMessage());
            return List.copyOf(libraries);
        }
    }

    /** Value of {@code ServletContext.ORDERED_LIBS}; null where no order was declared. */
    @Nullable
    List<String> orderedLibraries() {
        return orderDeclared
                ? fragments.stream().map(fragment -> fragment.library().name()).toList()
                : null;
    }
}
