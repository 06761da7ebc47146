package io.keelson.client;

import java.time.Duration;
import java.util.Arrays;
import java.util.Hashtable;
import java.util.List;
import javax.naming.ConfigurationException;
import javax.naming.Context;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** The environment of a context, read. */
final class ClientProperties {
    private final Hashtable<?, ?> given;

    ClientProperties(Hashtable<?, ?> given) {
        this.given = given;
    }

    @Nullable
    String user() {
        Object user = given.get(Context.SECURITY_PRINCIPAL);
        return user == null ? null : user.toString();
    }

    char[] password() throws ConfigurationException {
        Object password = given.get(Context.SECURITY_CREDENTIALS);
        if (password instanceof char[] chars) {
            return chars.clone();
        }
        if (password instanceof String text) {
            return text.toCharArray();
        }
        throw new ConfigurationException(Context.SECURITY_CREDENTIALS
                + " is to be a String or a char[] where there is a " + Context.SECURITY_PRINCIPAL);
    }

    Duration millis(String key, long orElse, long least) throws ConfigurationException {
        return Duration.ofMillis(number(key, orElse, least, Integer.MAX_VALUE));
    }

    long number(String key, long orElse, long least, long most) throws ConfigurationException {
        Object value = value(key);
        if (value == null) {
            return orElse;
        }
        try {
            long number = Long.parseLong(value.toString().trim());
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Said below.
        }
        throw new ConfigurationException(
                key + " is to be a number from " + least + " to " + most + ", not '" + value + "'");
    }

    boolean plainLogin() throws ConfigurationException {
        Object value = value(ContextFactory.PLAIN_LOGIN);
        String text = value == null ? "true" : value.toString().trim();
        if (!text.equals("true") && !text.equals("false")) {
            throw new ConfigurationException(
                    ContextFactory.PLAIN_LOGIN + " is to be true or false, not '" + text + "'");
        }
        return text.equals("true");
    }

    List<String> allowedClasses() {
        Object value = value(ContextFactory.ALLOWED_CLASSES);
        return value == null
                ? List.of()
                : Arrays.stream(value.toString().split(","))
                        .map(String::trim)
                        .filter(name -> !name.isEmpty())
                        .toList();
    }

    @Nullable
    SSLContext tls() throws ConfigurationException {
        Object value = given.get(ContextFactory.SSL_CONTEXT);
        if (value == null || value instanceof SSLContext) {
            return (SSLContext) value;
        }
        throw new ConfigurationException(ContextFactory.SSL_CONTEXT + " is to be a javax.net.ssl.SSLContext");
    }

    private @Nullable Object value(String key) {
        Object value = given.get(key);
        return value == null ? System.getProperty(key) : value;
    }
}
