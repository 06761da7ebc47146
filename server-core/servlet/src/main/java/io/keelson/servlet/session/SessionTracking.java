package io.keelson.servlet.session;

import io.keelson.servlet.descriptor.ServerSettings;
import io.keelson.servlet.descriptor.WebDescriptor;
import jakarta.servlet.SessionTrackingMode;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * Ways in which clients send their session id: by cookie, or by path parameter where the client takes no cookies. They send none where the
 * TLS session is what tells and the application asks for that alone. Written while the application starts.
 *
 * <p>Specification: Servlet 6.1, 7.1 Session Tracking Mechanisms.
 */
public final class SessionTracking {
    private final SessionCookie cookie;
    private final Set<SessionTrackingMode> standard;
    private Set<SessionTrackingMode> modes;
    private boolean byCookie;
    private boolean byUrl;
    private boolean byTls;

    /** Reads what the descriptors say; {@code started} says whether the application has started. */
    public SessionTracking(WebDescriptor descriptor, boolean httpOnly, BooleanSupplier started) {
        ServerSettings.SessionDescriptor server = descriptor.server().session();
        cookie = new SessionCookie(descriptor.session().cookie(), server, httpOnly, started);
        EnumSet<SessionTrackingMode> defaults = EnumSet.noneOf(SessionTrackingMode.class);
        boolean tracking = !Boolean.FALSE.equals(server.trackingEnabled());
        if (tracking && !Boolean.FALSE.equals(server.cookiesEnabled())) {
            defaults.add(SessionTrackingMode.COOKIE);
        }
        if (tracking && !Boolean.FALSE.equals(server.urlRewritingEnabled())) {
            defaults.add(SessionTrackingMode.URL);
        }
        standard = Collections.unmodifiableSet(defaults);
        Set<SessionTrackingMode> declared = descriptor.session().trackingModes();
        modes = declared.isEmpty() ? standard : checked(declared);
        cache();
    }

    private void cache() {
        byCookie = modes.contains(SessionTrackingMode.COOKIE);
        byUrl = modes.contains(SessionTrackingMode.URL);
        byTls = modes.contains(SessionTrackingMode.SSL);
    }

    private static Set<SessionTrackingMode> checked(Set<SessionTrackingMode> modes) {
        if (modes.contains(SessionTrackingMode.SSL) && modes.size() > 1) {
            throw new IllegalArgumentException(
                    "sessions are tracked by TLS alone, or by cookies and URLs, not by both");
        }
        EnumSet<SessionTrackingMode> copy = EnumSet.noneOf(SessionTrackingMode.class);
        copy.addAll(modes);
        return Collections.unmodifiableSet(copy);
    }

    /** Returns the settings of the session's cookie. */
    public SessionCookie cookie() {
        return cookie;
    }

    /** Returns the ways in force where the application says nothing. */
    public Set<SessionTrackingMode> defaultModes() {
        return standard;
    }

    /** Returns the ways in force. */
    public Set<SessionTrackingMode> modes() {
        return modes;
    }

    /** Sets the ways, by code. */
    public void modes(Set<SessionTrackingMode> next) {
        modes = checked(next);
        cache();
    }

    /** Returns whether clients send the id by cookie. */
    public boolean byCookie() {
        return byCookie;
    }

    /** Returns whether clients send the id in the URL. */
    public boolean byUrl() {
        return byUrl;
    }

    /** Returns whether the TLS session tells. */
    public boolean byTls() {
        return byTls;
    }
}
