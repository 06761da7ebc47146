package io.keelson.ee.security.authentication;

import jakarta.servlet.ServletRequest;
import jakarta.servlet.http.HttpServletRequest;
import java.lang.reflect.Field;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.glassfish.soteria.servlet.HttpServletRequestDelegator;
import org.glassfish.soteria.servlet.RequestData;

/**
 * A request that Soteria restores after a login by OpenID Connect. Soteria 4.0.2 reads the parameters of what it has kept over the header
 * fields, so that parameters are missing and a header field is a failure. Parameters are put where they belong; the rest comes from the
 * request that the browser has sent. Stateless.
 */
final class RestoredRequest {
    private static final Field DATA = field(HttpServletRequestDelegator.class, "requestData");
    private static final Field PARAMETERS = field(RequestData.class, "parameters");
    private static final Field HEADERS = field(RequestData.class, "headers");
    private static final Field COOKIES = field(RequestData.class, "cookies");
    private static final Field LOCALES = field(RequestData.class, "locales");

    private RestoredRequest() {}

    /** Repairs a request; does nothing with one that is whole. */
    static void repair(Object request) {
        if (!(request instanceof HttpServletRequestDelegator restored)) {
            return;
        }
        ServletRequest sent = restored.getRequest();
        try {
            if (DATA.get(restored) instanceof RequestData data
                    && data.getParameters() == null
                    && sent instanceof HttpServletRequest browsers) {
                RequestData now = RequestData.of(browsers);
                PARAMETERS.set(data, parameters(data));
                HEADERS.set(data, now.getHeaders());
                COOKIES.set(data, now.getCookies());
                LOCALES.set(data, now.getLocales());
            }
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("the request before the login cannot be restored: " + e, e);
        }
    }

    /** Those of the query, and those that were kept, which are those of a form, too. */
    private static Map<String, String[]> parameters(RequestData data) throws IllegalAccessException {
        Map<String, String[]> parameters = new LinkedHashMap<>();
        String query = data.getQueryString();
        for (String pair : query == null || query.isEmpty() ? new String[0] : query.split("&", -1)) {
            int equals = pair.indexOf('=');
            String name = decoded(equals < 0 ? pair : pair.substring(0, equals));
            String value = equals < 0 ? "" : decoded(pair.substring(equals + 1));
            parameters.merge(name, new String[] {value}, (first, next) -> {
                String[] all = Arrays.copyOf(first, first.length + 1);
                all[first.length] = next[0];
                return all;
            });
        }
        if (HEADERS.get(data) instanceof Map<?, ?> kept) {
            kept.forEach((name, values) -> {
                if (name instanceof String key && values instanceof String[] all) {
                    parameters.put(key, all);
                }
            });
        }
        return parameters;
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException malformed) {
            return text;
        }
    }

    private static Field field(Class<?> owner, String name) {
        try {
            Field field = owner.getDeclaredField(name);
            field.setAccessible(true);
            return field;
        } catch (NoSuchFieldException e) {
            throw new IllegalStateException("the part 'security' has another Soteria than it was made for: " + e, e);
        }
    }
}
