package io.keelson.component.spi;

import java.lang.annotation.Annotation;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.Optional;
import java.util.Set;
import javax.naming.NamingException;

/**
 * Injects resources into objects that somebody else has made, as beans of CDI: {@code @Resource}, the annotations of every
 * {@link InjectionSource}, and {@code injection-target} of descriptors. One a deployment, attached to it by the contributor
 * {@code component} in its {@code prepare}; it works from that contributor's {@code start} on. Thread-safe.
 *
 * <p>Specification: Jakarta EE Platform 11, 5.2.5 Annotations and Injection; Jakarta Annotations 3.0, 2.4 jakarta.annotation.Resource.
 */
public interface ResourceInjection {
    /** Returns the annotations that {@link #inject} serves, {@code @Resource} among them. */
    Set<Class<? extends Annotation>> annotations();

    /**
     * Injects fields and setters, those of superclasses first. Calls no callback.
     *
     * @throws Exception what a setter threw; or a {@link NamingException} that names class and field
     */
    void inject(Object instance) throws Exception;

    /**
     * Resolves the value of a field.
     *
     * @return empty where no annotation or descriptor asks for it, or nothing says what is meant
     * @throws NamingException where a declared name leads to nothing, or to a value of another type
     */
    Optional<InjectedValue> resolve(Field field) throws NamingException;

    /** Resolves the value of a setter's parameter, as {@link #resolve(Field)}. */
    Optional<InjectedValue> resolve(Method setter) throws NamingException;

    /**
     * Compares the type of a field with that of its resource, as far as the latter is known while the module starts. Makes no resource.
     *
     * @return a sentence with class, field, wanted and found type where no value can ever fit; empty otherwise
     */
    Optional<String> mismatch(Field field);

    /** Compares the type of a setter's parameter with that of its resource, as {@link #mismatch(Field)}. */
    Optional<String> mismatch(Method setter);

    /**
     * Looks up a name as the components of the module see it.
     *
     * @param name below {@code java:comp/env} where it has no namespace
     * @throws NamingException where it is not bound
     */
    Object lookup(String name) throws NamingException;
}
