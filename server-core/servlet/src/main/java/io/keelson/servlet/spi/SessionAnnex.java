package io.keelson.servlet.spi;

import jakarta.servlet.http.HttpSession;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * State that one room of the server keeps with a session, beside the attributes of the application: contexts of beans, for example. It goes
 * where the session goes, to every kind of store, and ends with it; the application does not see it and its listeners do not hear of it.
 *
 * <ol>
 *   <li>Values MUST be serializable, and of classes that the application sees or that the JDK has for values and collections: they are
 *       read with the application's loader, by the filter that is used for attributes. Classes of the room itself are not.
 *   <li>A value that is changed in place MUST be put again, in the same request, before that ends.
 *   <li>A value MAY implement {@link jakarta.servlet.http.HttpSessionBindingListener}, to hear that it has been put, replaced or removed,
 *       or that the session has ended, and {@link jakarta.servlet.http.HttpSessionActivationListener}, to hear that the session leaves
 *       this server or has come.
 *   <li>Names MUST NOT be made of what clients send: as those of attributes they are shown to who looks at the session.
 * </ol>
 *
 * <p>Thread-safe; two requests that put the same name at the same time leave the value of the later.
 *
 * <p>Specification: Servlet 6.1, 7.4 Binding Attributes into a Session.
 */
public interface SessionAnnex {
    /** Names of attributes that begin with this are not the application's. */
    String PREFIX = "io.keelson.annex/";

    /** A session that has room for others; what the server gives an application as {@link HttpSession} is one. */
    interface Owner {
        /** Returns what that room keeps with it. */
        SessionAnnex annex(String room);
    }

    /**
     * Returns the annex of a room for a session.
     *
     * @param session as the server gave it, not as a filter of the application has wrapped it
     * @param room its name: letters, digits and hyphens
     * @throws IllegalArgumentException when the session is not the server's, or the name is none
     */
    static SessionAnnex of(HttpSession session, String room) {
        if (!(session instanceof Owner owner)) {
            throw new IllegalArgumentException("a " + session.getClass().getName()
                    + " is not a session of this server, but somebody's wrapper of one");
        }
        return owner.annex(room);
    }

    /**
     * A value; null: there is none.
     *
     * @throws IllegalStateException when the session has been invalidated
     */
    @Nullable
    Object get(String name);

    /**
     * Keeps a value; null removes the one that is there.
     *
     * @throws IllegalArgumentException when it cannot be kept where sessions of the application are
     * @throws IllegalStateException when the session has been invalidated
     */
    void put(String name, @Nullable Object value);

    /**
     * The names of what is kept.
     *
     * @throws IllegalStateException when the session has been invalidated
     */
    Set<String> names();
}
