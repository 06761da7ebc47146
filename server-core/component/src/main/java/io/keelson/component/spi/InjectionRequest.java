package io.keelson.component.spi;

import io.keelson.component.descriptor.ComponentDescriptor.ResourceReference;
import java.lang.annotation.Annotation;

/**
 * A request for one value: by an annotation or by a reference of a descriptor. Immutable.
 *
 * <p>Specification: Jakarta EE Platform 11, 5.2.5 Annotations and Injection.
 */
public sealed interface InjectionRequest {
    /** Returns the name of the value below {@code java:comp/env}, or one that begins with {@code java:}. */
    String name();

    /** Returns the place for messages: class and field, or file and line. */
    String place();

    /**
     * An annotation on a field, a setter or a class.
     *
     * @param annotation one of {@link InjectionSource#annotations}
     * @param name its {@code name}, or the default that class and property make
     */
    record Annotated(Annotation annotation, String name, InjectionPoint point) implements InjectionRequest {
        @Override
        public String place() {
            return point.describe(annotation.annotationType());
        }
    }

    /**
     * A reference of a descriptor.
     *
     * @param reference of one of the kinds of {@link InjectionSource#references}; it has no {@code lookup-name}
     */
    record Declared(ResourceReference reference) implements InjectionRequest {
        @Override
        public String name() {
            return reference.name();
        }

        @Override
        public String place() {
            return reference.location() + ": <" + reference.kind().element() + "> '" + reference.name() + "'";
        }
    }
}
