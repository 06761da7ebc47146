package io.keelson.servlet.host;

import java.net.IDN;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The names of hosts in one form, so that two of them can be compared.
 *
 * <p>Specification: RFC 9110, 4.2.3 http(s) Normalization and Comparison.
 */
final class HostNames {
    private static final Pattern NAME =
            Pattern.compile("[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*");
    private static final Pattern ADDRESS = Pattern.compile("[0-9a-f:.]*:[0-9a-f:.]*:[0-9a-f:.]*");

    private static final int LONGEST_ADDRESS = 45;

    private HostNames() {}

    /**
     * A name that is configured.
     *
     * @throws IllegalArgumentException when it is none
     */
    static String checked(String text) {
        boolean wild = text.startsWith("*.");
        String rest = wild ? text.substring(2) : text;
        String name = rest.indexOf(':') >= 0 ? address(rest) : canonical(ascii(rest));
        if (name.isEmpty()
                || name.indexOf(':') < 0 && !NAME.matcher(name).matches()
                || wild && name.indexOf(':') >= 0) {
            throw new IllegalArgumentException(
                    "'" + text
                            + "' is no name of a host; write www.example.com, *.example.com, 192.0.2.1 or [2001:db8::1], without a port");
        }
        return wild ? "*." + name : name;
    }

    private static String ascii(String name) {
        try {
            return IDN.toASCII(name);
        } catch (IllegalArgumentException e) {
            return "";
        }
    }

    /** The name in what a client sends as host and port; it is known to have the form of these. */
    static String of(String authority) {
        if (authority.startsWith("[")) {
            int end = authority.indexOf(']');
            return end < 0 ? "" : address(authority.substring(0, end + 1));
        }
        int colon = authority.indexOf(':');
        return canonical(colon < 0 ? authority : authority.substring(0, colon));
    }

    private static String canonical(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return lower.endsWith(".") ? lower.substring(0, lower.length() - 1) : lower;
    }

    /** An address of version 6 written out; empty for what is none. Literals are not looked up. */
    private static String address(String text) {
        String bare = text.startsWith("[") && text.endsWith("]") ? text.substring(1, text.length() - 1) : text;
        String lower = bare.toLowerCase(Locale.ROOT);
        if (lower.length() > LONGEST_ADDRESS || !ADDRESS.matcher(lower).matches()) {
            return "";
        }
        try {
            return InetAddress.getByName("[" + lower + "]").getHostAddress();
        } catch (UnknownHostException e) {
            return "";
        }
    }
}
