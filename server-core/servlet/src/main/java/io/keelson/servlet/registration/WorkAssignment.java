package io.keelson.servlet.registration;

import io.keelson.base.work.WorkManager;
import io.keelson.servlet.path.PathMappings;
import io.keelson.servlet.work.WorkPolicies;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Assignment of requests to work managers. Immutable; asked on muxer threads, so it neither blocks nor allocates. Where the application has
 * one work manager for everything, no path is looked at.
 *
 * <p>A path that stands for a directory counts as what it is mapped to, before its welcome file is looked for: that may need
 * the disk. Filters and dispatches change nothing.
 *
 * <p>Specification: weblogic.xml, wl-dispatch-policy.
 */
final class WorkAssignment {
    private final WorkManager standard;
    private final @Nullable PathMappings<WorkManager> paths;
    private final Map<DeployedServlet, WorkManager> servlets = new HashMap<>();

    WorkAssignment(WorkPolicies policies, Map<String, DeployedServlet> deployed) {
        standard = policies.standard();
        paths = policies.paths();
        deployed.values().forEach(servlet -> {
            WorkManager own = policies.ofServlet(servlet.name(), servlet.getInitParameter(WorkPolicies.INIT_PARAMETER));
            if (own != null) {
                servlets.put(servlet, own);
            }
        });
        policies.check(deployed.keySet());
    }

    /** The work manager of a request from outside; {@code path} is below the context root. */
    WorkManager of(String path, PathMappings<DeployedServlet> mappings) {
        PathMappings<WorkManager> operators = paths;
        if (operators != null) {
            PathMappings.Mapping<WorkManager> found = operators.find(path);
            if (found != null) {
                return found.target();
            }
        }
        if (servlets.isEmpty()) {
            return standard;
        }
        PathMappings.Mapping<DeployedServlet> mapping = mappings.find(path);
        WorkManager own = mapping == null ? null : servlets.get(mapping.target());
        return own == null ? standard : own;
    }
}
