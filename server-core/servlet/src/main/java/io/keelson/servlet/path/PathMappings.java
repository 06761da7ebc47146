package io.keelson.servlet.path;

import jakarta.servlet.http.MappingMatch;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds what a path is mapped to by the rules of Servlet 6.1, 12.1: exact, then the longest prefix, then the extension,
 * then the default. Immutable. A look-up allocates nothing.
 *
 * <p>Specification: Servlet 6.1, 12.1 Use of URL Paths.
 *
 * @param <T> what paths are mapped to
 */
public final class PathMappings<T> {
    private final Map<String, Mapping<T>> exact = new HashMap<>();
    private final List<Mapping<T>> prefixes = new ArrayList<>();
    private final List<Mapping<T>> extensions = new ArrayList<>();
    private @Nullable Mapping<T> root;
    private @Nullable Mapping<T> standard;

    /** Builds the table from patterns; a pattern may occur once. */
    public PathMappings(Map<String, T> patterns) {
        patterns.forEach((text, target) -> add(new Mapping<>(PathPattern.parse(text), target)));
        prefixes.sort(
                Comparator.comparingInt((Mapping<T> m) -> m.prefix().length()).reversed());
    }

    private void add(Mapping<T> mapping) {
        switch (mapping.pattern().kind()) {
            case EXACT -> exact.put(mapping.pattern().text(), mapping);
            case PATH -> prefixes.add(mapping);
            case EXTENSION -> extensions.add(mapping);
            case CONTEXT_ROOT -> root = mapping;
            case DEFAULT -> standard = mapping;
        }
    }

    /** The mapping of a path below the context root: empty, or with a leading slash. Null where nothing is mapped. */
    public @Nullable Mapping<T> find(String path) {
        Mapping<T> found = findExplicit(path);
        return found == null ? standard : found;
    }

    /** Does the same as {@link #find}, but without the default. */
    public @Nullable Mapping<T> findExplicit(String path) {
        Mapping<T> found = path.length() <= 1 && root != null ? root : exact.get(path);
        if (found != null) {
            return found;
        }
        for (int i = 0; i < prefixes.size(); i++) {
            String prefix = prefixes.get(i).prefix();
            if (path.startsWith(prefix) && (path.length() == prefix.length() || path.charAt(prefix.length()) == '/')) {
                return prefixes.get(i);
            }
        }
        for (int i = 0; i < extensions.size(); i++) {
            if (extensions.get(i).pattern().matchesExtension(path)) {
                return extensions.get(i);
            }
        }
        return null;
    }

    /**
     * Mapping of a pattern to its target.
     *
     * @param <T> the target's type
     */
    public record Mapping<T>(PathPattern pattern, T target, String prefix) {
        Mapping(PathPattern pattern, T target) {
            this(
                    pattern,
                    target,
                    pattern.kind() == MappingMatch.PATH ? pattern.text().substring(0, pattern.prefixLength()) : "");
        }

        /** The servlet path of a request for {@code path} (3.6). */
        public String servletPath(String path) {
            return switch (pattern.kind()) {
                case PATH -> prefix;
                case CONTEXT_ROOT -> "";
                case EXACT, EXTENSION, DEFAULT -> path;
            };
        }

        /** The path info of a request for {@code path}; null where there is none. */
        public @Nullable String pathInfo(String path) {
            return switch (pattern.kind()) {
                case PATH -> path.length() == prefix.length() ? null : path.substring(prefix.length());
                case CONTEXT_ROOT -> "/";
                case EXACT, EXTENSION, DEFAULT -> null;
            };
        }

        /** The part of {@code path} that made the match, as {@code HttpServletMapping.getMatchValue} says. */
        public String matchValue(String path) {
            return switch (pattern.kind()) {
                case PATH -> path.length() <= prefix.length() + 1 ? "" : path.substring(prefix.length() + 1);
                case EXTENSION ->
                    path.substring(
                            path.startsWith("/") ? 1 : 0,
                            path.length() - pattern.text().length() + 1);
                case EXACT -> path.substring(1);
                case CONTEXT_ROOT, DEFAULT -> "";
            };
        }
    }
}
