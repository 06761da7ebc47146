package io.keelson.servlet.spi;

import io.keelson.component.spi.ComponentFactory;
import io.keelson.deploy.spi.Deployment;
import io.keelson.deploy.spi.DeploymentException;
import jakarta.servlet.Servlet;
import jakarta.servlet.ServletContext;
import java.util.List;
import java.util.Map;

/**
 * Pages (JSP) for web applications. The part {@code pages} provides it; it is found by {@link java.util.ServiceLoader} in
 * the loader of that part. Thread-safe.
 *
 * <p>The container asks for the part in the inspect phase where
 * {@link io.keelson.servlet.descriptor.PagesDetection#usesPages} says so.
 *
 * <p>Specification: Servlet 6.1, 8.3 JSP Container Pluggability.
 */
public interface PagesProvider {
    /**
     * Opens pages for one application, before its listeners are made: looks for tag libraries and sets the attributes of the
     * context that pages need. Runs with the application's class loader as the context class loader.
     *
     * <ol>
     *   <li>{@code context} MUST answer {@code getResource}, {@code getResourcePaths}, {@code getInitParameter},
     *       {@code getJspConfigDescriptor} and {@code getClassLoader} already.
     *   <li>The container MUST register the {@link Pages#listeners} after those of descriptors, and map
     *       {@link Pages#servlet} under the name {@code jsp} to {@code *.jsp}, {@code *.jspx} and the URL patterns of the
     *       JSP property groups.
     *   <li>The container MUST close what is returned after the context was destroyed.
     * </ol>
     *
     * @throws DeploymentException when a tag library descriptor cannot be read; the message names it
     */
    Pages open(Deployment deployment, ServletContext context, ComponentFactory components) throws DeploymentException;

    /** The pages of one application. */
    interface Pages extends AutoCloseable {
        /**
         * A servlet that compiles and runs the page that the request's path names; with the init parameter {@code jspFile}
         * that one page.
         */
        Class<? extends Servlet> servlet();

        /** The init parameters that such a servlet needs; those that the application declares come over them. */
        Map<String, String> initParameters();

        /** Class names of listeners that tag libraries declare. */
        List<String> listeners();

        /** Forgets the application. Idempotent. */
        @Override
        void close();
    }
}
