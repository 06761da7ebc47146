package io.keelson.servlet.work;

import io.keelson.base.work.WorkDefinitions;
import io.keelson.base.work.WorkManager;
import io.keelson.base.work.WorkManagers;
import io.keelson.base.work.WorkScope;
import io.keelson.deploy.spi.Deployment;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.kernel.config.NearestName;
import io.keelson.servlet.descriptor.Declared;
import io.keelson.servlet.descriptor.Location;
import io.keelson.servlet.descriptor.ServerSettings;
import io.keelson.servlet.descriptor.WebDescriptor;
import io.keelson.servlet.descriptor.WorkManagerDescriptor;
import io.keelson.servlet.path.PathMappings;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The work managers of one version of a web application and what each of them serves. The most particular counts: a URL
 * pattern of the domain, then the servlet ({@code weblogic.xml}, then its init-param), then the application (the domain,
 * then {@code weblogic.xml}), then the application's own. See docs/design/servlet.md.
 *
 * <p>Specification: weblogic.xml, wl-dispatch-policy.
 */
public final class WorkPolicies {
    /** The init-param by which {@code web.xml} gives a servlet a work manager. */
    public static final String INIT_PARAMETER = "wl-dispatch-policy";

    private final String application;
    private final WorkScope scope;
    private final Set<String> known;
    private final WebDescriptor descriptor;
    private final WorkManager standard;
    private final @Nullable PathMappings<WorkManager> paths;

    private WorkPolicies(
            Deployment deployment,
            WorkScope scope,
            Set<String> known,
            WebDescriptor descriptor,
            DispatchSettings operator) {
        this.application = deployment.name();
        this.scope = scope;
        this.known = known;
        this.descriptor = descriptor;
        this.standard = standard(operator);
        this.paths = paths(operator);
    }

    /**
     * Makes the work managers that the application declares, until it is undeployed, and finds those that it names.
     *
     * @param operator what the domain says of this application
     * @param domain the names of the work managers that the domain defines
     * @throws DeploymentException when a work manager cannot be made as it is declared
     */
    public static WorkPolicies of(
            Deployment deployment, WebDescriptor descriptor, DispatchSettings operator, Set<String> domain)
            throws DeploymentException {
        EnterpriseScope outer = EnterpriseScope.of(deployment);
        Set<String> known = new HashSet<>(domain);
        known.add(WorkManagers.DEFAULT);
        known.addAll(outer.names());
        descriptor.server().workManagers().forEach(own -> known.add(own.name()));
        WorkScope scope = scope(deployment, outer.scope(), descriptor.server());
        return new WorkPolicies(deployment, scope, known, descriptor, operator);
    }

    private static WorkScope scope(Deployment deployment, WorkScope outer, ServerSettings server)
            throws DeploymentException {
        if (server.workManagers().isEmpty()) {
            return outer;
        }
        WorkDefinitions definitions = DeclaredWork.of(server.workManagers());
        try {
            WorkScope own = outer.inner("web", definitions);
            deployment.onUndeploy(own::close);
            deployment.attach(WorkScope.class, own);
            return own;
        } catch (IllegalArgumentException e) {
            String message = String.valueOf(e.getMessage());
            throw new DeploymentException(place(server, message) + ": " + message, e);
        }
    }

    private static Location place(ServerSettings server, String message) {
        return WorkManagerDescriptor.named(server.workManagers(), message)
                .map(WorkManagerDescriptor::location)
                .orElse(Location.of("WEB-INF/weblogic.xml"));
    }

    private WorkManager standard(DispatchSettings operator) {
        WorkManager own = scope.standard();
        String asked = operator.dispatchPolicy();
        if (asked != null) {
            return named(asked, operatorsPlace("dispatch-policy"), own);
        }
        Declared<String> declared = descriptor.server().dispatchPolicy();
        return declared == null ? own : named(declared.value(), declared.location(), own);
    }

    private @Nullable PathMappings<WorkManager> paths(DispatchSettings operator) {
        if (operator.urlDispatchPolicies().isEmpty()) {
            return null;
        }
        Map<String, WorkManager> byPattern = new LinkedHashMap<>();
        operator.urlDispatchPolicies().forEach((name, patterns) -> {
            WorkManager manager = named(name, operatorsPlace("url-dispatch-policies"), standard);
            patterns.forEach(pattern -> byPattern.put(pattern, manager));
        });
        return new PathMappings<>(byPattern);
    }

    private Location operatorsPlace(String setting) {
        return Location.of("applications." + application + "." + setting + " of the domain");
    }

    private WorkManager named(String policy, Location place, WorkManager instead) {
        if (known.contains(policy)) {
            return scope.named(policy);
        }
        DispatchLog.LOG.unknownPolicy(application, place, policy, NearestName.hint(policy, known), instead.name());
        return instead;
    }

    /** The work manager of what names no other. */
    public WorkManager standard() {
        return standard;
    }

    /** What the domain's URL patterns lead to, for paths below the context root; null where it has none. */
    public @Nullable PathMappings<WorkManager> paths() {
        return paths;
    }

    /**
     * The work manager that a servlet names; null where it names none.
     *
     * @param initParameter the value of {@link #INIT_PARAMETER}; null where it has none
     */
    public @Nullable WorkManager ofServlet(String servlet, @Nullable String initParameter) {
        Declared<String> declared = descriptor.server().servletPolicies().get(servlet);
        if (declared != null) {
            return named(declared.value(), declared.location(), standard);
        }
        return initParameter == null ? null : named(initParameter.strip(), place(servlet), standard);
    }

    private Location place(String servlet) {
        for (WebDescriptor.Servlet each : descriptor.servlets()) {
            if (each.name().equals(servlet)) {
                return each.location();
            }
        }
        return Location.of("servlet " + servlet);
    }

    /** Says which servlets {@code weblogic.xml} gives a work manager to though the application does not have them. */
    public void check(Collection<String> servlets) {
        descriptor.server().servletPolicies().forEach((servlet, policy) -> {
            if (!servlets.contains(servlet)) {
                DispatchLog.LOG.unknownServlet(
                        application, policy.location(), servlet, NearestName.hint(servlet, servlets));
            }
        });
    }
}
