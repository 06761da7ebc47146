package io.keelson.servlet.descriptor;

import io.keelson.component.descriptor.Element;
import io.keelson.deploy.spi.DeploymentException;

/**
 * Reads the texts that a descriptor gives for a cookie. A text that a cookie cannot have is refused at its place in the descriptor.
 * Otherwise each request that begins a session would fail, or the client would drop the cookie.
 *
 * <p>Specification: RFC 6265, 4.1.1 Syntax.
 */
final class CookieText {
    private static final String SEPARATORS = "()<>@,;:\\\"/[]?={}";

    private CookieText() {}

    /** The text of an element that is a cookie's name; empty where it has none. */
    static String name(Element element) throws DeploymentException {
        String name = element.text();
        if (!name.chars().allMatch(CookieText::ofToken) || name.startsWith("$")) {
            throw element.wrong("expected a name that a cookie can have, found '" + name + "'");
        }
        return name;
    }

    private static boolean ofToken(int c) {
        return c > ' ' && c < 0x7f && SEPARATORS.indexOf(c) < 0;
    }

    static String path(Element element) throws DeploymentException {
        String path = element.text();
        if (!path.isEmpty() && !path.startsWith("/") || !path.chars().allMatch(CookieText::ofAttribute)) {
            throw element.wrong("expected a path with a slash in front that a cookie can have, found '" + path + "'");
        }
        return path;
    }

    static String domain(Element element) throws DeploymentException {
        String domain = element.text();
        if (!domain.chars().allMatch(CookieText::ofDomain)) {
            throw element.wrong("expected the name of a domain, found '" + domain + "'");
        }
        return domain;
    }

    private static boolean ofDomain(int c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '.' || c == '_';
    }

    /** The value of an attribute. */
    static String attribute(Element element, String value) throws DeploymentException {
        if (!value.chars().allMatch(CookieText::ofAttribute)) {
            throw element.wrong("expected a value that a cookie can have, found '" + value + "'");
        }
        return value;
    }

    private static boolean ofAttribute(int c) {
        return c >= ' ' && c < 0x7f && c != ';';
    }
}
