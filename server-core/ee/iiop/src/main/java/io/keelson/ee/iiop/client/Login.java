package io.keelson.ee.iiop.client;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Hashtable;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import javax.naming.ConfigurationException;
import javax.naming.Context;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Server and user of a context. Thread-safe; {@code this} guards the password.
 */
final class Login {
    private static final String CLEAR = "iiop://";
    private static final String SECURE = "iiops://";

    private final boolean secure;
    private final Set<String> addresses;
    private final @Nullable String user;
    private final char[] password;
    private final @Nullable SSLContext tls;

    private Login(
            boolean secure, Set<String> addresses, @Nullable String user, char[] password, @Nullable SSLContext tls) {
        this.secure = secure;
        this.addresses = addresses;
        this.user = user;
        this.password = password;
        this.tls = tls;
    }

    /**
     * Reads the environment of a context.
     *
     * @throws ConfigurationException where it is wrong, or would send a password in the clear to another machine
     */
    static Login of(Hashtable<?, ?> environment) throws ConfigurationException {
        Object given = environment.get(Context.PROVIDER_URL);
        String url = given == null ? CLEAR + "localhost:7001" : given.toString().trim();
        boolean secure = url.startsWith(SECURE);
        if (!secure && !url.startsWith(CLEAR)) {
            throw new ConfigurationException(
                    Context.PROVIDER_URL + " is to be iiop://host:port or iiops://host:port, not '" + url + "'");
        }
        Set<String> addresses = new LinkedHashSet<>();
        for (String each : url.substring((secure ? SECURE : CLEAR).length()).split(",", -1)) {
            addresses.add(address(each.trim(), url));
        }
        Object user = environment.get(Context.SECURITY_PRINCIPAL);
        char[] password = user == null ? new char[0] : password(environment.get(Context.SECURITY_CREDENTIALS));
        if (user != null && !secure) {
            for (String each : addresses) {
                checkLoopback(each.substring(0, each.lastIndexOf(':')));
            }
        }
        return new Login(
                secure,
                addresses,
                user == null ? null : user.toString(),
                password,
                secure ? tls(environment.get(IiopContextFactory.SSL_CONTEXT)) : null);
    }

    private static String address(String text, String url) throws ConfigurationException {
        int colon = text.lastIndexOf(':');
        try {
            int port = Integer.parseInt(text.substring(colon + 1));
            if (colon > 0 && port > 0 && port < 65536 && text.indexOf('/') < 0) {
                return text.substring(0, colon).toLowerCase(Locale.ROOT) + ':' + port;
            }
        } catch (NumberFormatException e) {
            // Said below.
        }
        throw new ConfigurationException(
                Context.PROVIDER_URL + ": '" + text + "' of '" + url + "' is to be a host and a port");
    }

    private static char[] password(@Nullable Object given) throws ConfigurationException {
        if (given instanceof char[] chars) {
            return chars.clone();
        }
        if (given instanceof String text) {
            return text.toCharArray();
        }
        throw new ConfigurationException(Context.SECURITY_CREDENTIALS
                + " is to be a String or a char[] where there is a " + Context.SECURITY_PRINCIPAL);
    }

    private static void checkLoopback(String host) throws ConfigurationException {
        if (!isLoopback(host)) {
            throw new ConfigurationException("no password is sent to " + host + " in the clear; use iiops://");
        }
    }

    static boolean isLoopback(String host) {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }

    private static SSLContext tls(@Nullable Object given) throws ConfigurationException {
        if (given instanceof SSLContext context) {
            return context;
        }
        if (given != null) {
            throw new ConfigurationException(IiopContextFactory.SSL_CONTEXT + " is to be a javax.net.ssl.SSLContext");
        }
        try {
            return SSLContext.getDefault();
        } catch (NoSuchAlgorithmException e) {
            ConfigurationException failed =
                    new ConfigurationException("the JVM's trust for TLS cannot be read: " + e.getMessage());
            failed.setRootCause(e);
            throw failed;
        }
    }

    /** Returns the same as a URL of CORBA. */
    String corbaloc() {
        return addresses.stream()
                .map(each -> "iiop:1.2@" + each)
                .collect(Collectors.joining(",", "corbaloc:", "/NameService"));
    }

    /** Returns true if an address is one that the caller gave. */
    boolean names(String host, int port) {
        return addresses.contains(host.toLowerCase(Locale.ROOT) + ':' + port);
    }

    /**
     * Returns the name that a certificate is to be for: that which the caller gave, where a reference has its address only.
     */
    String certified(String host, int port) {
        for (String each : addresses) {
            int colon = each.lastIndexOf(':');
            String name = each.substring(0, colon);
            if (each.substring(colon + 1).equals(Integer.toString(port)) && isSame(name, host)) {
                return name;
            }
        }
        return host;
    }

    private static boolean isSame(String name, String host) {
        try {
            return Arrays.asList(InetAddress.getAllByName(name)).contains(InetAddress.getByName(host));
        } catch (UnknownHostException e) {
            return false;
        }
    }

    /** Returns true if all is to go over TLS. */
    boolean secure() {
        return secure;
    }

    @Nullable
    SSLContext tls() {
        return tls;
    }

    /** Returns the user; null where nobody logs in. */
    @Nullable
    String user() {
        return user;
    }

    /** Returns a copy of the password, which the caller wipes. */
    synchronized char[] password() {
        return password.clone();
    }

    synchronized void wipe() {
        Arrays.fill(password, '\0');
    }
}
