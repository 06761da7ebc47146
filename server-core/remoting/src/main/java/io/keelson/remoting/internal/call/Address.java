package io.keelson.remoting.internal.call;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Address at which a process listens: {@code keelson://host:port}, or {@code keelsons://host:port} over TLS.
 *
 * @param secure whether TLS is spoken there
 * @param port 1 to 65535
 */
public record Address(boolean secure, String host, int port) {
    private static final int DEFAULT_PORT = 7001;
    private static final int DEFAULT_SECURE_PORT = 7002;

    /**
     * Reads one or several, divided by commas: the scheme stands once, before the first. Without a port it is 7001, over
     * TLS 7002.
     *
     * @throws IllegalArgumentException where that is none; the message says what is expected
     */
    public static List<Address> parse(String url) {
        boolean secure = url.startsWith("keelsons://");
        if (!secure && !url.startsWith("keelson://")) {
            throw bad(url);
        }
        String rest = url.substring(url.indexOf("//") + 2);
        int slash = rest.indexOf('/');
        List<Address> all = new ArrayList<>();
        for (String one : (slash < 0 ? rest : rest.substring(0, slash)).split(",", -1)) {
            all.add(parse(url, secure, one.trim()));
        }
        return all;
    }

    private static Address parse(String url, boolean secure, String one) {
        int bracket = one.lastIndexOf(']');
        int colon = one.indexOf(':', Math.max(0, bracket));
        String host = colon < 0 ? one : one.substring(0, colon);
        int port = secure ? DEFAULT_SECURE_PORT : DEFAULT_PORT;
        if (colon >= 0) {
            try {
                port = Integer.parseInt(one.substring(colon + 1));
            } catch (NumberFormatException e) {
                throw bad(url);
            }
        }
        if (host.startsWith("[") && host.endsWith("]")) {
            host = host.substring(1, host.length() - 1);
        }
        if (host.isEmpty() || port < 1 || port > 65535) {
            throw bad(url);
        }
        return new Address(secure, host, port);
    }

    /** Those of several texts; what is no address is passed over. */
    static Set<Address> all(List<String> texts) {
        Set<Address> all = new LinkedHashSet<>();
        for (String text : texts) {
            try {
                all.addAll(parse(text));
            } catch (IllegalArgumentException e) {
                CallLog.LOG.debugf(e, "an address of a peer");
            }
        }
        return all;
    }

    private static IllegalArgumentException bad(String url) {
        return new IllegalArgumentException(
                "not an address: '" + url + "'; write keelson://host:port[,host:port], or keelsons:// for TLS");
    }

    @Override
    public String toString() {
        return (secure ? "keelsons://" : "keelson://") + (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }
}
