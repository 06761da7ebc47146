package io.keelson.component.spi;

import io.keelson.component.descriptor.ComponentDescriptor.ResourceKind;
import java.lang.annotation.Annotation;
import java.util.Optional;
import java.util.Set;
import javax.naming.NamingException;

/**
 * Serves the annotations and descriptor references of one room for one deployment, as {@code @PersistenceContext} with
 * {@code persistence-context-ref}. A room makes one for each deployment and {@linkplain InjectionSources#add adds} it in its contributor's
 * {@code prepare}. Thread-safe.
 *
 * <ol>
 *   <li>{@link #resolve} MUST refuse a request that can never be served, with the place, the missing name and the nearest one that is
 *       there. It is called from {@code start} of the component room on, before the {@code start} of the source's own contributor.
 *   <li>{@link #resolve} MUST NOT make the value: {@link InjectedValue#get} does, when a component is made or the name is looked up.
 *   <li>The value MUST be an instance of the type of the injection point; the component room checks it and names class and field.
 *   <li>{@code lookup-name} and {@code mapped-name} of a descriptor are not the source's matter: the component room links the names.
 *   <li>An annotation with an element {@code lookup} is the source's matter, whole.
 * </ol>
 *
 * <p>Specification: Jakarta EE Platform 11, 5.2.5 Annotations and Injection.
 */
public interface InjectionSource {
    /** Returns the annotations on fields, setters and classes that it serves; never {@code @Resource}. */
    Set<Class<? extends Annotation>> annotations();

    /** Returns the kinds of references that it serves. */
    Set<ResourceKind> references();

    /**
     * Resolves a request.
     *
     * @throws NamingException when it can never be served; the message begins with {@link InjectionRequest#place}
     */
    InjectedValue resolve(InjectionRequest request) throws NamingException;

    /**
     * Returns the type of the values for an annotation where it is known without resolving them, so that a member of another type is
     * refused at deployment.
     *
     * @return empty where only the value says it
     */
    default Optional<Class<?>> offered(InjectionRequest.Annotated request) {
        return Optional.empty();
    }
}
