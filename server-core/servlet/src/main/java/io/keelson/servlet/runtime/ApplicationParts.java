package io.keelson.servlet.runtime;

import io.keelson.servlet.compress.Compression;
import io.keelson.servlet.descriptor.WebDescriptor;
import io.keelson.servlet.host.VirtualHosts;
import io.keelson.servlet.registration.Components;
import io.keelson.servlet.session.SharedSessions;
import io.keelson.servlet.spi.SessionStore;
import io.keelson.servlet.statics.WebResources;
import io.keelson.servlet.work.WorkPolicies;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Parts that an application is made of, as its deployment prepares them. Immutable.
 *
 * <p>Specification: Servlet 6.1, 10.12 Web Application Deployment.
 *
 * @param address where requests for it come to
 * @param descriptor what it declares
 * @param components makes instances of its classes
 * @param work its work managers
 * @param files where its files are
 * @param sessionStore keeps its sessions
 * @param shared with whom the sessions are shared; null: with nobody
 * @param compression what its responses go through
 */
public record ApplicationParts(
        Address address,
        WebDescriptor descriptor,
        Components components,
        WorkPolicies work,
        Files files,
        SessionStore sessionStore,
        @Nullable SharedSessions shared,
        Compression compression) {
    /**
     * Name of an application, and where requests for it come to.
     *
     * @param name the deployment's name
     * @param contextPath with a leading slash and without a trailing one; empty for the root
     * @param virtualHost the virtual host that it is deployed to; {@link VirtualHosts#DEFAULT} for none
     * @param below the path below which requests come to it where that is longer than the context path, as for endpoints of an EJB
     *     module; else null
     */
    public record Address(
            String name,
            String contextPath,
            String virtualHost,
            @Nullable String below) {
        /** Returns the path below which requests come to the application. */
        public String reach() {
            return below == null ? contextPath : below;
        }
    }

    /**
     * Places of an application's files.
     *
     * @param root the directory with them
     * @param resources those that it serves and reads by their path
     * @param temporary a directory of the application's own
     */
    public record Files(Path root, WebResources resources, Path temporary) {}
}
