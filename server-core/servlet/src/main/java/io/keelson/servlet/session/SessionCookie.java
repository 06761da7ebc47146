package io.keelson.servlet.session;

import io.keelson.servlet.descriptor.ServerSettings;
import io.keelson.servlet.descriptor.WebDescriptor;
import jakarta.servlet.SessionCookieConfig;
import jakarta.servlet.http.Cookie;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The cookie that carries the session id: from {@code weblogic.xml}, {@code web.xml}, and by code until
 * the application has started. Then immutable.
 *
 * <p>Specification: Servlet 6.1, 7.1.1 Cookies.
 */
public final class SessionCookie implements SessionCookieConfig {
    private static final String DOMAIN = "Domain";
    private static final String PATH = "Path";
    private static final String MAX_AGE = "Max-Age";
    private static final String SECURE = "Secure";
    private static final String HTTP_ONLY = "HttpOnly";

    private final BooleanSupplier started;
    private final Map<String, String> attributes = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    private @Nullable String name;

    /**
     * A cookie as the descriptors say.
     *
     * @param httpOnly whether it is kept from scripts where they do not say
     * @param started tells when code may no longer change it
     */
    public SessionCookie(
            WebDescriptor.SessionCookie declared,
            ServerSettings.SessionDescriptor server,
            boolean httpOnly,
            BooleanSupplier started) {
        this.started = started;
        name = first(declared.name(), server.cookieName());
        put(DOMAIN, first(declared.domain(), server.cookieDomain()));
        put(PATH, first(declared.path(), server.cookiePath()));
        Integer maxAge = first(declared.maxAgeSeconds(), server.cookieMaxAgeSeconds());
        put(MAX_AGE, maxAge == null ? null : maxAge.toString());
        put(SECURE, text(first(declared.secure(), server.cookieSecure())));
        put(HTTP_ONLY, text(first(first(declared.httpOnly(), server.cookieHttpOnly()), httpOnly)));
        declared.attributes().forEach(this::put);
    }

    private static <T> @Nullable T first(@Nullable T one, @Nullable T other) {
        return one != null ? one : other;
    }

    private static @Nullable String text(@Nullable Boolean value) {
        return value == null ? null : value.toString();
    }

    private void put(String key, @Nullable String value) {
        if (value == null) {
            attributes.remove(key);
        } else {
            attributes.put(key, value);
        }
    }

    /** The name in use: the configured one, or {@code JSESSIONID}. */
    public String effectiveName() {
        String configured = name;
        return configured == null ? "JSESSIONID" : configured;
    }

    /** The name of the path parameter: the configured one, or {@code jsessionid} (7.1.3). */
    public String parameterName() {
        String configured = name;
        return configured == null ? "jsessionid" : configured;
    }

    /** The cookie for a session id, secure on a secure request. */
    public Cookie cookie(String id, String contextPath, boolean secureRequest) {
        return cookie(effectiveName(), id, contextPath, secureRequest);
    }

    /** A cookie of another name that goes where that of the session id goes. */
    public Cookie cookie(String named, String content, String contextPath, boolean secureRequest) {
        Cookie cookie = new Cookie(named, content);
        attributes.forEach((key, value) -> {
            if (!key.equalsIgnoreCase(SECURE) && !key.equalsIgnoreCase(HTTP_ONLY) && !key.equalsIgnoreCase(MAX_AGE)) {
                cookie.setAttribute(key, value);
            }
        });
        cookie.setMaxAge(getMaxAge());
        cookie.setHttpOnly(isHttpOnly());
        cookie.setSecure(isSecure() || secureRequest);
        if (getPath() == null) {
            cookie.setPath(contextPath.isEmpty() ? "/" : contextPath);
        }
        return cookie;
    }

    @Override
    public void setName(@Nullable String name) {
        checkNotStarted();
        this.name = name;
    }

    @Override
    public @Nullable String getName() {
        return name;
    }

    @Override
    public void setDomain(@Nullable String domain) {
        checkNotStarted();
        put(DOMAIN, domain);
    }

    @Override
    public @Nullable String getDomain() {
        return attributes.get(DOMAIN);
    }

    @Override
    public void setPath(@Nullable String path) {
        checkNotStarted();
        put(PATH, path);
    }

    @Override
    public @Nullable String getPath() {
        return attributes.get(PATH);
    }

    @Override
    @Deprecated
    @SuppressWarnings("removal") // the interface still has it
    public void setComment(@Nullable String comment) {
        checkNotStarted();
    }

    @Override
    @Deprecated
    @SuppressWarnings("removal") // the interface still has it
    public @Nullable String getComment() {
        return null;
    }

    @Override
    public void setHttpOnly(boolean httpOnly) {
        checkNotStarted();
        put(HTTP_ONLY, Boolean.toString(httpOnly));
    }

    @Override
    public boolean isHttpOnly() {
        return Boolean.parseBoolean(attributes.get(HTTP_ONLY));
    }

    @Override
    public void setSecure(boolean secure) {
        checkNotStarted();
        put(SECURE, Boolean.toString(secure));
    }

    @Override
    public boolean isSecure() {
        return Boolean.parseBoolean(attributes.get(SECURE));
    }

    @Override
    public void setMaxAge(int maxAge) {
        checkNotStarted();
        put(MAX_AGE, Integer.toString(maxAge));
    }

    @Override
    public int getMaxAge() {
        String seconds = attributes.get(MAX_AGE);
        return seconds == null ? -1 : Integer.parseInt(seconds);
    }

    @Override
    public void setAttribute(String name, @Nullable String value) {
        checkNotStarted();
        if (name == null || name.isEmpty()) {
            throw new IllegalArgumentException("an attribute of a cookie needs a name");
        }
        if (value != null && name.toLowerCase(Locale.ROOT).equals("max-age")) {
            Integer.parseInt(value);
        }
        put(name, value);
    }

    @Override
    public @Nullable String getAttribute(String name) {
        return attributes.get(name);
    }

    @Override
    public Map<String, String> getAttributes() {
        return Collections.unmodifiableMap(attributes);
    }

    private void checkNotStarted() {
        if (started.getAsBoolean()) {
            throw new IllegalStateException("the session cookie is fixed once the application has started");
        }
    }
}
