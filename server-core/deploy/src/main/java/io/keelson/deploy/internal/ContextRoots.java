package io.keelson.deploy.internal;

import java.util.regex.Pattern;

/** What a context root may look like. */
final class ContextRoots {
    private static final Pattern FORM = Pattern.compile("/|(/[^/\\s?#%;\\\\\\p{Cntrl}]+)+");

    private ContextRoots() {}

    /**
     * Checks one.
     *
     * @throws IllegalArgumentException when it is none
     */
    static String check(String path) {
        if (!FORM.matcher(path).matches() || path.contains("/../") || path.endsWith("/..") || path.contains("/./")) {
            throw new IllegalArgumentException("not a context root: '" + path + "'; write / or a path such as /shop");
        }
        return path;
    }
}
