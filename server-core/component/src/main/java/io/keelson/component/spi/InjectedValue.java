package io.keelson.component.spi;

import javax.naming.NamingException;

/**
 * A value that is injected or looked up, resolved each time it is asked for. Thread-safe.
 *
 * <p>Specification: Jakarta EE Platform 11, 5.2.5 Annotations and Injection.
 */
@FunctionalInterface
public interface InjectedValue {
    /**
     * Returns the value: the same object each time or a new one, as the kind of resource has it.
     *
     * @throws NamingException where it is not there; the message says what is missing and what to do
     */
    Object get() throws NamingException;
}
