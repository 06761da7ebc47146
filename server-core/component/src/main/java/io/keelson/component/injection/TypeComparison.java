package io.keelson.component.injection;

import io.keelson.component.environment.AnnotationNames;
import io.keelson.component.environment.Environment;
import io.keelson.component.spi.InjectionPoint;
import io.keelson.component.spi.InjectionRequest;
import io.keelson.component.spi.InjectionSource;
import jakarta.annotation.Resource;
import java.lang.annotation.Annotation;
import java.util.Map;
import java.util.Optional;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;

/**
 * Compares the type of a member with that of the resource which is to be injected, while the module starts. It looks only at names whose
 * values are there: the module's own and those of {@code java:comp}. Immutable.
 *
 * <p>Specification: Jakarta Annotations 3.0, 2.4 jakarta.annotation.Resource; CDI 4.1, 28.2 Resources.
 *
 * @param environment of the component
 * @param point the member
 */
record TypeComparison(Environment environment, InjectionPoint point) {
    private static final String OF_COMPONENT = "java:comp/";
    private static final String OF_COMPONENT_ENVIRONMENT = "java:comp/env/";

    /** The annotations whose values have one type, wherever they come from; also where the application has no part that serves them. */
    private static final Map<String, String> STANDARD = Map.of(
            "jakarta.persistence.PersistenceContext", "jakarta.persistence.EntityManager",
            "jakarta.persistence.PersistenceUnit", "jakarta.persistence.EntityManagerFactory");

    /** Returns a sentence that says how the types differ; empty where they fit or the other one is not known. */
    Optional<String> mismatch(Annotation[] annotations) {
        for (Annotation annotation : annotations) {
            if (annotation instanceof Resource resource) {
                return Optional.ofNullable(mismatch(resource));
            }
            Class<?> standard = standard(annotation.annotationType());
            if (standard != null) {
                return mismatch(annotation, standard);
            }
            InjectionSource source = environment.sources().of(annotation.annotationType());
            if (source != null) {
                return mismatch(annotation, source);
            }
        }
        return Optional.empty();
    }

    private static @Nullable Class<?> standard(Class<? extends Annotation> annotation) {
        String type = STANDARD.get(annotation.getName());
        try {
            return type == null ? null : Class.forName(type, false, annotation.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException("the API that has " + annotation.getName() + " has no " + type, e);
        }
    }

    private Optional<String> mismatch(Annotation annotation, InjectionSource source) {
        String given = AnnotationNames.of(annotation);
        String name = given.isEmpty() ? point.defaultName() : given;
        return environment.meansOther(annotation, name, point)
                ? Optional.empty() // a descriptor says what it is
                : source.offered(new InjectionRequest.Annotated(annotation, name, point))
                        .flatMap(type -> mismatch(annotation, type));
    }

    private Optional<String> mismatch(Annotation annotation, Class<?> type) {
        return related(type, point.type())
                ? Optional.empty()
                : Optional.of(message(annotation.annotationType(), type, "its value"));
    }

    private @Nullable String mismatch(Resource resource) {
        if (resource.type() != Object.class && !related(wrapped(resource.type()), wrapped(point.type()))) {
            return message(Resource.class, resource.type(), "its type()");
        }
        String name = resource.name().isEmpty() ? point.defaultName() : resource.name();
        String means = environment.isBound(name) ? Environment.qualified(name) : resource.lookup();
        Object value = means.isEmpty() ? null : value(means);
        return value == null || point.type().isPrimitive() || point.type().isInstance(value)
                ? null
                : message(Resource.class, value.getClass(), means);
    }

    /** Either may be the more special one: a value can have more types than it is known by. */
    private static boolean related(Class<?> one, Class<?> other) {
        return one.isAssignableFrom(other) || other.isAssignableFrom(one);
    }

    private static Class<?> wrapped(Class<?> type) {
        return java.lang.invoke.MethodType.methodType(type).wrap().returnType();
    }

    /** The value of a name; null where it is not known yet, which injection says when it is still so. */
    private @Nullable Object value(String name) {
        boolean known = environment.isBound(name)
                || name.startsWith(OF_COMPONENT) && !name.startsWith(OF_COMPONENT_ENVIRONMENT);
        try {
            return known ? environment.declared(name) : null;
        } catch (NamingException | IllegalStateException e) {
            InjectionLog.LOG.debugf(e, "%s has no value yet", name);
            return null;
        }
    }

    private String message(Class<? extends Annotation> annotation, Class<?> found, String what) {
        return point.describe(annotation) + " is to be a " + point.type().getName() + ", and " + what + " is a "
                + found.getName();
    }
}
