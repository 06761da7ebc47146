package io.keelson.servlet.work;

import io.keelson.base.work.WorkManager;
import io.keelson.component.descriptor.Declared;
import io.keelson.component.descriptor.Location;
import io.keelson.component.work.ModuleWork;
import io.keelson.deploy.spi.Deployment;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.kernel.config.NearestName;
import io.keelson.servlet.descriptor.WebDescriptor;
import io.keelson.servlet.path.PathMappings;
import java.util.Collection;
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
    private final ModuleWork work;
    private final WebDescriptor descriptor;
    private final WorkManager standard;
    private final @Nullable PathMappings<WorkManager> paths;

    private WorkPolicies(Deployment deployment, ModuleWork work, WebDescriptor descriptor, DispatchSettings operator) {
        this.application = deployment.name();
        this.work = work;
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
        ModuleWork work = ModuleWork.of(
                deployment, "web", "WEB-INF/weblogic.xml", descriptor.server().workManagers(), domain);
        return new WorkPolicies(deployment, work, descriptor, operator);
    }

    private WorkManager standard(DispatchSettings operator) {
        WorkManager own = work.standard();
        String asked = operator.dispatchPolicy();
        if (asked != null) {
            return work.named(asked, operatorsPlace("dispatch-policy"), own);
        }
        Declared<String> declared = descriptor.server().dispatchPolicy();
        return declared == null ? own : work.named(declared.value(), declared.location(), own);
    }

    private @Nullable PathMappings<WorkManager> paths(DispatchSettings operator) {
        if (operator.urlDispatchPolicies().isEmpty()) {
            return null;
        }
        Map<String, WorkManager> byPattern = new LinkedHashMap<>();
        operator.urlDispatchPolicies().forEach((name, patterns) -> {
            WorkManager manager = work.named(name, operatorsPlace("url-dispatch-policies"), standard);
            patterns.forEach(pattern -> byPattern.put(pattern, manager));
        });
        return new PathMappings<>(byPattern);
    }

    private Location operatorsPlace(String setting) {
        return Location.of("applications." + application + "." + setting + " of the domain");
    }

    /** The work manager of what names no other. */
    public WorkManager standard() {
        return standard;
    }

    /** Returns what the domain's URL patterns lead to, for paths below the context root; null where it has none. */
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
            return work.named(declared.value(), declared.location(), standard);
        }
        return initParameter == null ? null : work.named(initParameter.strip(), place(servlet), standard);
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
