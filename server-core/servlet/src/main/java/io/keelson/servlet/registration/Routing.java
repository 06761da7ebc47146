package io.keelson.servlet.registration;

import io.keelson.base.work.WorkManager;
import io.keelson.kernel.context.Caller;
import io.keelson.servlet.path.PathMappings;
import io.keelson.servlet.spi.SocketsProvider;
import io.keelson.servlet.statics.WebResources;
import io.keelson.servlet.work.WorkPolicies;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.FilterChain;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Routes of a started application: the servlet of each path and the filters before it. Immutable.
 *
 * <p>Specification: Servlet 6.1, 12.1 Use of URL Paths; Servlet 6.1, 6.2.4 Configuration of Filters in a Web Application.
 */
public final class Routing {
    private final PathMappings<DeployedServlet> mappings;
    private final Map<DispatcherType, Map<DeployedServlet, Chains>> chains = new EnumMap<>(DispatcherType.class);
    private final Map<DeployedServlet, Chains> forRequests;
    private final List<String> welcomeFiles;
    private final WebResources resources;
    private final WorkAssignment work;

    /**
     * Routes to what is registered now.
     *
     * @param sockets the application's WebSocket endpoints; null for an application that cannot have any
     * @param runAs the identity that a servlet's code has towards others, by the servlet's name
     */
    public Routing(
            Registry registry,
            List<String> welcomeFiles,
            WebResources resources,
            WorkPolicies policies,
            SocketsProvider.@Nullable Sockets sockets,
            Function<String, @Nullable Caller> runAs) {
        this.mappings = new PathMappings<>(registry.effectiveMappings());
        this.welcomeFiles = welcomeFiles;
        this.resources = resources;
        List<FilterRule> rules = registry.rules();
        Map<DeployedServlet, ServletNode> ends = new HashMap<>();
        registry.servlets().values().forEach(servlet -> ends.put(servlet, new ServletNode(servlet, sockets, runAs)));
        for (DispatcherType dispatcher : DispatcherType.values()) {
            Map<DeployedServlet, Chains> byServlet = new HashMap<>();
            ends.forEach((servlet, end) -> byServlet.put(servlet, new Chains(rules, dispatcher, servlet.name(), end)));
            chains.put(dispatcher, byServlet);
        }
        forRequests = chains(DispatcherType.REQUEST);
        work = new WorkAssignment(policies, registry.servlets());
    }

    /** The work manager that a request from outside goes to. Runs on a muxer thread. */
    public WorkManager workManager(String path) {
        return work.of(path, mappings);
    }

    private Map<DeployedServlet, Chains> chains(DispatcherType dispatcher) {
        return java.util.Objects.requireNonNull(chains.get(dispatcher));
    }

    /** Finds the mapping of a path below the context root; null where nothing is mapped. */
    public PathMappings.@Nullable Mapping<DeployedServlet> find(String path) {
        return mappings.find(path);
    }

    /** The chain for a request from outside. */
    public FilterChain chain(DeployedServlet servlet, String path) {
        return java.util.Objects.requireNonNull(forRequests.get(servlet)).find(path);
    }

    /** The chain for a dispatch; {@code path} is null for a named one. */
    public FilterChain chain(DispatcherType dispatcher, DeployedServlet servlet, @Nullable String path) {
        return java.util.Objects.requireNonNull(chains(dispatcher).get(servlet)).find(path);
    }

    /** The path of the welcome file of a directory (10.10); null where it has none. {@code path} ends with a slash. */
    public @Nullable String welcome(String path) {
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
