package io.keelson.remoting.spi;

import java.util.List;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;

/**
 * Resolves the names that clients ask for. Names are those of the server's tree, their parts divided by {@code /} as the client wrote them;
 * the empty name is the root. A value that is remote arrives as a stub, on either side; other values are copies.
 *
 * <p>Rules for implementations:
 *
 * <ol>
 *   <li>Methods MUST be thread-safe. They MAY block: they run on execute threads.
 *   <li>They MUST check what the caller may do, and throw {@link javax.naming.NoPermissionException} where it may not.
 *   <li>They throw exceptions of {@code javax.naming} only; class and message travel to the client.
 * </ol>
 */
public interface NamingEndpoint {
    /** The value of a name; null where the name is one of a context. */
    @Nullable
    Object lookup(RemoteCaller caller, String name) throws NamingException;

    /** Binds a value to a name that has none. */
    void bind(RemoteCaller caller, String name, @Nullable Object value) throws NamingException;

    /** Binds a value to a name, whether it has one or not. */
    void rebind(RemoteCaller caller, String name, @Nullable Object value) throws NamingException;

    /** Takes a name's value away; a name without one is no error. */
    void unbind(RemoteCaller caller, String name) throws NamingException;

    /** Binds a value to another name. */
    void rename(RemoteCaller caller, String from, String to) throws NamingException;

    /** Returns what a context holds. */
    List<Entry> list(RemoteCaller caller, String name) throws NamingException;

    /** Makes a context. */
    void createSubcontext(RemoteCaller caller, String name) throws NamingException;

    /** Takes an empty context away. */
    void destroySubcontext(RemoteCaller caller, String name) throws NamingException;

    /**
     * A name within a context.
     *
     * @param name one part of a name
     * @param className the class of its value
     * @param context whether it is a context
     */
    record Entry(String name, String className, boolean context) {}
}
