package io.keelson.kernel.naming;

import javax.naming.NamingException;

/** A value that the server binds and that gives the object itself at each lookup: a proxy, or a new instance. Thread-safe. */
@FunctionalInterface
public interface ProvidedObject {
    /**
     * Returns the object that the lookup returns.
     *
     * @throws NamingException where it is not there
     */
    Object get() throws NamingException;
}
