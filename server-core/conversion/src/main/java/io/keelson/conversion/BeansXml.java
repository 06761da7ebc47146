package io.keelson.conversion;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The meaning of a {@code beans.xml} of Java EE that does not say which classes are candidates: an empty file, or one without
 * {@code bean-discovery-mode}, meant all of them, and means those with annotations since CDI 4.0.
 *
 * <p>Specification: CDI 2.0, 12.1 Bean archives; CDI 4.0, 15.1.
 */
final class BeansXml {
    private static final String ALL = " bean-discovery-mode=\"all\"";

    private static final String EMPTY = "<beans xmlns=\"https://jakarta.ee/xml/ns/jakartaee\"" + ALL + "/>";

    /** Matches what may stand before the root, the root's name, its attributes. */
    private static final Pattern ROOT = Pattern.compile(
            "\\A\\uFEFF?(?:\\s|<\\?.*?\\?>|<!--.*?-->|<!DOCTYPE[^>]*>)*<(?:[\\w.-]+:)?beans(?=[\\s/>])([^>]*?)/?>",
            Pattern.DOTALL);

    private BeansXml() {}

    static boolean is(String path) {
        return path.endsWith("META-INF/beans.xml") || path.endsWith("WEB-INF/beans.xml");
    }

    /** Returns the file with the mode that it meant; nothing where it names one, or is no {@code beans.xml}. */
    static Optional<byte[]> explicit(byte[] content) {
        String text = new String(content, StandardCharsets.UTF_8);
        if (text.isBlank()) {
            return Optional.of(EMPTY.getBytes(StandardCharsets.UTF_8));
        }
        Matcher root = ROOT.matcher(text);
        if (!root.find() || root.group(1).contains("bean-discovery-mode")) {
            return Optional.empty();
        }
        String all = text.substring(0, root.start(1)) + ALL + text.substring(root.start(1));
        return Optional.of(all.getBytes(StandardCharsets.UTF_8));
    }
}
