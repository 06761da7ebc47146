package io.keelson.servlet.path;

import jakarta.servlet.http.MappingMatch;

/**
 * One URL pattern.
 *
 * <p>Specification: Servlet 6.1, 12.2 Specification of Mappings.
 *
 * @param text the pattern as it was declared
 * @param kind what kind of pattern it is
 */
public record PathPattern(String text, MappingMatch kind) {
    /**
     * Reads a pattern.
     *
     * @throws IllegalArgumentException when it is none
     */
    public static PathPattern parse(String text) {
        if (text.isEmpty()) {
            return new PathPattern(text, MappingMatch.CONTEXT_ROOT);
        }
        if (text.equals("/")) {
            return new PathPattern(text, MappingMatch.DEFAULT);
        }
        if (text.startsWith("*.") && text.indexOf('/') < 0) {
            return new PathPattern(text, MappingMatch.EXTENSION);
        }
        if (!text.startsWith("/") || text.indexOf('\n') >= 0 || text.indexOf('\r') >= 0) {
            throw new IllegalArgumentException(
                    "not a URL pattern: '" + text + "'; it starts with a slash, or is *.extension, or is empty");
        }
        return new PathPattern(text, text.endsWith("/*") ? MappingMatch.PATH : MappingMatch.EXACT);
    }

    /** Returns whether a path below the context root is one of those that the pattern stands for. */
    public boolean matches(String path) {
        return switch (kind) {
            case EXACT -> text.equals(path);
            case PATH -> matchesPrefix(path);
            case EXTENSION -> matchesExtension(path);
            case CONTEXT_ROOT -> path.isEmpty() || path.equals("/");
            case DEFAULT -> true;
        };
    }

    /** The pattern as it reads behind the context path. What serves everything that nothing else does is written as what it amounts to. */
    public String route() {
        return switch (kind) {
            case CONTEXT_ROOT -> "/";
            case DEFAULT -> "/*";
            case EXTENSION -> "/" + text;
            case EXACT, PATH -> text;
        };
    }

    /** The length of the servlet path that a prefix pattern stands for. */
    int prefixLength() {
        return text.length() - 2;
    }

    private boolean matchesPrefix(String path) {
        int length = prefixLength();
        return path.regionMatches(0, text, 0, length) && (path.length() == length || path.charAt(length) == '/');
    }

    boolean matchesExtension(String path) {
        int dot = path.lastIndexOf('.');
        return dot > path.lastIndexOf('/')
                && path.length() - dot == text.length() - 1
                && path.regionMatches(dot, text, 1, text.length() - 1);
    }
}
