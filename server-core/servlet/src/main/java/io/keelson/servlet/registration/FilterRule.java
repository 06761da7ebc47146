package io.keelson.servlet.registration;

import io.keelson.servlet.path.PathPattern;
import jakarta.servlet.DispatcherType;
import java.util.List;
import java.util.Set;

/**
 * Rule for the requests and dispatches that a filter applies to.
 *
 * <p>Specification: Servlet 6.1, 6.2.4 Configuration of Filters in a Web Application; Servlet 6.1, 6.2.5 Filters and the RequestDispatcher.
 *
 * @param servlets names of servlets; {@code *} for all
 */
record FilterRule(
        DeployedFilter filter, List<PathPattern> patterns, List<String> servlets, Set<DispatcherType> dispatchers) {

    boolean forServlet(String name) {
        return servlets.contains(name) || servlets.contains("*");
    }

    boolean forPath(String path) {
        for (int i = 0; i < patterns.size(); i++) {
            // As a filter's pattern, "/" is the one path; only a servlet's means "what nothing else takes".
            PathPattern pattern = patterns.get(i);
            if (pattern.text().equals("/") ? path.equals("/") : pattern.matches(path)) {
                return true;
            }
        }
        return false;
    }
}
