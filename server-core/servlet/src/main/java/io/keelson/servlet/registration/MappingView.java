package io.keelson.servlet.registration;

import io.keelson.servlet.path.PathMappings;
import jakarta.servlet.http.HttpServletMapping;
import jakarta.servlet.http.MappingMatch;
import org.jspecify.annotations.Nullable;

/**
 * Mapping by which a request came to its servlet.
 *
 * <p>Specification: Servlet 6.1, 12.3.1 Runtime Discovery of Servlet Mappings.
 */
public record MappingView(
        String matchValue,
        String pattern,
        String servletName,
        @Nullable MappingMatch mappingMatch) implements HttpServletMapping {

    /** Returns the view of a mapping by which a path came to its servlet. */
    public static MappingView of(PathMappings.@Nullable Mapping<DeployedServlet> mapping, String path) {
        return mapping == null
                ? new MappingView("", "", "", null)
                : new MappingView(
                        mapping.matchValue(path),
                        mapping.pattern().text(),
                        mapping.target().name(),
                        mapping.pattern().kind());
    }

    @Override
    public String getMatchValue() {
        return matchValue;
    }

    @Override
    public String getPattern() {
        return pattern;
    }

    @Override
    public String getServletName() {
        return servletName;
    }

    @Override
    public @Nullable MappingMatch getMappingMatch() {
        return mappingMatch;
    }
}
