package io.keelson.ee.cdi.web;

import io.keelson.servlet.spi.SessionAnnex;
import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpSession;
import java.util.Collections;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A session as Weld sees it: what Weld keeps lies in the session's annex, where the application does not see it, and everything else is
 * the session's. Remembers which instances a request got, since their state may have changed. Confined to the thread of the request.
 *
 * <p>Specification: CDI 4.1, 28.1.2 Session context lifecycle.
 */
final class AnnexSession implements HttpSession {
    private static final String ROOM = "cdi";
    private static final Set<String> PREFIXES = Set.of("WELD_S", "WELD_C", "org.jboss.weld.");

    private final HttpSession session;
    private final SessionAnnex annex;
    private final Map<String, Object> touched = new HashMap<>();

    private AnnexSession(HttpSession session, SessionAnnex annex) {
        this.session = session;
        this.annex = annex;
    }

    /** The session with its annex. */
    static AnnexSession of(HttpSession session) {
        return session instanceof AnnexSession already
                ? already
                : new AnnexSession(session, SessionAnnex.of(session, ROOM));
    }

    private static boolean ofWeld(String name) {
        return PREFIXES.stream().anyMatch(name::startsWith);
    }

    /** Puts again what the request got: it counts as changed. */
    void putTouched() {
        try {
            touched.forEach(annex::put);
        } catch (IllegalStateException invalidated) {
            // The instances went with the session.
        }
        touched.clear();
    }

    @Override
    public @Nullable Object getAttribute(String name) {
        if (!ofWeld(name)) {
            return session.getAttribute(name);
        }
        Object value = annex.get(name);
        if (value != null) {
            touched.put(name, value);
        }
        return value;
    }

    @Override
    public void setAttribute(String name, @Nullable Object value) {
        if (!ofWeld(name)) {
            session.setAttribute(name, value);
            return;
        }
        annex.put(name, value);
        if (value == null) {
            touched.remove(name);
        } else {
            touched.put(name, value);
        }
    }

    @Override
    public void removeAttribute(String name) {
        if (ofWeld(name)) {
            setAttribute(name, null);
        } else {
            session.removeAttribute(name);
        }
    }

    @Override
    public Enumeration<String> getAttributeNames() {
        Set<String> names = new LinkedHashSet<>(annex.names());
        session.getAttributeNames().asIterator().forEachRemaining(names::add);
        return Collections.enumeration(names);
    }

    @Override
    public long getCreationTime() {
        return session.getCreationTime();
    }

    @Override
    public String getId() {
        return session.getId();
    }

    @Override
    public long getLastAccessedTime() {
        return session.getLastAccessedTime();
    }

    @Override
    public ServletContext getServletContext() {
        return session.getServletContext();
    }

    @Override
    public void setMaxInactiveInterval(int interval) {
        session.setMaxInactiveInterval(interval);
    }

    @Override
    public int getMaxInactiveInterval() {
        return session.getMaxInactiveInterval();
    }

    @Override
    public void invalidate() {
        session.invalidate();
    }

    @Override
    public boolean isNew() {
        return session.isNew();
    }

    @Override
    public Accessor getAccessor() {
        return session.getAccessor();
    }
}
