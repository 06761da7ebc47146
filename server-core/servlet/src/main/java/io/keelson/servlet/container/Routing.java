package io.keelson.servlet.container;

import io.keelson.base.work.WorkManager;
import io.keelson.servlet.path.PathMappings;
import io.keelson.servlet.statics.WebResources;
import io.keelson.servlet.work.WorkPolicies;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.FilterChain;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Routes of a started application: the servlet of each path and the filters before it. Immutable.
 *
 * <p>Specification: Servlet 6.1, 12.1 Use of URL Paths; Servlet 6.1, 6.2.4 Configuration of Filters in a Web Application.
 */
final class Routing {
    private final PathMappings<DeployedServlet> mappings;
    private final Map<DispatcherType, Map<DeployedServlet, Chains>> chains = new EnumMap<>(DispatcherType.class);
    private final Map<DeployedServlet, Chains> forRequests;
    private final List<String> welcomeFiles;
    private final WebResources resources;
    private final WorkAssignment work;

    Routing(Registry registry, List<String> welcomeFiles, WebResources resources, WorkPolicies policies) {
        this.mappings = new PathMappings<>(registry.effectiveMappings());
        this.welcomeFiles = welcomeFiles;
        this.resources = resources;
        List<FilterRule> rules = registry.rules();
        for (DispatcherType dispatcher : DispatcherType.values()) {
            Map<DeployedServlet, Chains> byServlet = new HashMap<>();
            for (DeployedServlet servlet : registry.servlets().values()) {
                byServlet.put(servlet, new Chains(rules, dispatcher, servlet));
            }
            chains.put(dispatcher, byServlet);
        }
        forRequests = chains(DispatcherType.REQUEST);
        work = new WorkAssignment(policies, registry.servlets());
    }

    /** The work manager that a request from outside goes to. Runs on a muxer thread. */
    WorkManager workManager(String path) {
        return work.of(path, mappings);
    }

    private Map<DeployedServlet, Chains> chains(DispatcherType dispatcher) {
        return java.util.Objects.requireNonNull(chains.get(dispatcher));
    }

    /** Finds the mapping of a path below the context root; null where nothing is mapped. */
    PathMappings.@Nullable Mapping<DeployedServlet> find(String path) {
        return mappings.find(path);
    }

    /** The chain for a request from outside. */
    FilterChain chain(DeployedServlet servlet, String path) {
        return java.util.Objects.requireNonNull(forRequests.get(servlet)).find(path);
    }

    /** The chain for a dispatch; {@code path} is null for a named one. */
    FilterChain chain(DispatcherType dispatcher, DeployedServlet servlet, @Nullable String path) {
        return java.util.Objects.requireNonNull(chains(dispatcher).get(servlet)).find(path);
    }

    /** The path of the welcome file of a directory (10.10); null where it has none. {@code path} ends with a slash. */
    @Nullable
    String welcome(String path) {
        for (String file : welcomeFiles) {
            if (resources.find(path + file).filter(found -> !found.directory()).isPresent()) {
                return path + file;
            }
        }
        for (String file : welcomeFiles) {
            PathMappings.Mapping<DeployedServlet> mapping = mappings.findExplicit(path + file);
            // A page that is not there is no welcome file, though its extension is mapped.
            if (mapping != null
                    && !mapping.target().name().equals(Registry.PAGES)
                    && !mapping.pattern().text().equals("/*")) {
                return path + file;
            }
        }
        return null;
    }
}
