package io.keelson.kernel.naming;

import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;

/**
 * Finds the objects that handles of beans name: {@code ejb:application/module/Bean!interface#instance}. Thread-safe. It must not block,
 * nor ask another server.
 */
@FunctionalInterface
public interface BeanObjects {
    /**
     * Returns the object of a name.
     *
     * @return null where this server has no such bean
     * @throws NamingException when the instance of the name does not fit the bean
     */
    @Nullable
    Object find(String name) throws NamingException;
}
