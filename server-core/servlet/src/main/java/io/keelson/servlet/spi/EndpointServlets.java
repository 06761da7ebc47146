package io.keelson.servlet.spi;

import jakarta.servlet.Servlet;
import java.util.ArrayList;
import java.util.List;

/**
 * Servlets by which another room serves endpoints of a module, as web services. Attached to a deployment before {@code web} prepares it;
 * filled before {@code web} starts it. An EJB module with some gets a context for each name, without files, initializers and security
 * constraints; requests come to it at that path alone. Confined to the deploying thread.
 */
public final class EndpointServlets {
    private final List<Endpoint> all = new ArrayList<>();

    private final List<String> names;

    /**
     * Makes it without servlets.
     *
     * @param names the paths of an EJB module's endpoints, without a slash
     */
    public EndpointServlets(List<String> names) {
        this.names = List.copyOf(names);
    }

    /** Returns the paths of an EJB module's endpoints. */
    public List<String> names() {
        return names;
    }

    /**
     * One servlet.
     *
     * @param name unique in the module
     * @param servlet the one instance; initialised by the container
     * @param patterns of URLs; what the application itself maps there goes before them
     * @param className servlets that the descriptor declares with this class are this servlet, and the patterns do not count; empty: none
     */
    public record Endpoint(String name, Servlet servlet, List<String> patterns, String className) {
        public Endpoint {
            patterns = List.copyOf(patterns);
        }
    }

    /** Adds a servlet. */
    public void add(Endpoint endpoint) {
        all.add(endpoint);
    }

    /** Returns what was added. */
    public List<Endpoint> all() {
        return all;
    }
}
