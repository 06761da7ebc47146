package io.keelson.servlet.descriptor;

import io.keelson.component.descriptor.Element;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.servlet.path.DotSegments;
import java.util.regex.Pattern;

/**
 * URL patterns and paths as they are written.
 *
 * <p>Specification: Servlet 6.1, 12.2 Specification of Mappings; Servlet 6.1, 14.2 Rules for Processing the Deployment Descriptor.
 */
final class Patterns {
    private Patterns() {}

    /** Versions of descriptors of Java EE. Servers of that time let the leading slash be missing, and applications came to rely on it. */
    private static final Pattern OF_JAVA_EE = Pattern.compile("[234]\\.\\d");

    /** A path, exact or with all below it, but for its slash. */
    private static final Pattern PATH = Pattern.compile("[^*]+(?:/\\*)?");

    /**
     * The pattern as the runtime uses it. The leading slash may be missing: 2.2 says so, later applications rely on servers that add it.
     *
     * @param where names the place for the message
     */
    static String check(String pattern, String version, String where) throws DeploymentException {
        if (pattern.chars().anyMatch(c -> c < ' ')) {
            throw new DeploymentException(where + ": the url-pattern '" + pattern.replaceAll("\\s+", " ")
                    + "' has a line break or another control character in it");
        }
        if (pattern.isEmpty() || pattern.startsWith("/")) {
            return path(pattern, where);
        }
        if (pattern.startsWith("*.")) {
            if (pattern.length() == 2 || pattern.indexOf('/') >= 0) {
                throw new DeploymentException(
                        where + ": the url-pattern '" + pattern + "' is no extension; expected one like '*.do'");
            }
            return pattern;
        }
        if (OF_JAVA_EE.matcher(version).matches() || PATH.matcher(pattern).matches()) {
            return "/" + pattern;
        }
        throw new DeploymentException(where + ": the url-pattern '" + pattern
                + "' is neither '/...', '/.../*', '*.extension' nor empty; did you mean '/" + pattern + "'?");
    }

    /** A path as it is meant: {@code /a/../b} is {@code /b} (14.2). A query behind it stays. */
    static String path(String text, String where) throws DeploymentException {
        int question = text.indexOf('?');
        String path = question < 0 ? text : text.substring(0, question);
        if (!path.contains("/.")) {
            return text;
        }
        String meant = DotSegments.without(path);
        if (meant == null) {
            throw new DeploymentException(where + ": the path '" + text + "' leads out of the application");
        }
        return meant + text.substring(path.length());
    }

    static String check(Element element, String version) throws DeploymentException {
        return check(element.text(), version, element.location().toString());
    }
}
