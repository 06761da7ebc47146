package io.keelson.ee.soap.reference;

import io.keelson.component.spi.InjectionPoint;
import io.keelson.deploy.spi.Deployment;
import jakarta.xml.ws.WebServiceRef;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jboss.jandex.AnnotationInstance;
import org.jboss.jandex.AnnotationTarget;
import org.jboss.jandex.ClassInfo;
import org.jboss.jandex.DotName;
import org.jspecify.annotations.Nullable;

/**
 * The annotated references of a module by name, for the references of its descriptor, which change a part of what an annotation of the
 * same name says. Immutable and thread-safe.
 *
 * <p>Specification: Enterprise Web Services 2.0, 4.2.2.3: what the descriptor does not say, the annotation does.
 */
final class AnnotatedReferences {
    private static final DotName REFERENCE = DotName.createSimple(WebServiceRef.class.getName());

    private final Deployment module;

    AnnotatedReferences(Deployment module) {
        this.module = module;
    }

    /**
     * An annotated reference.
     *
     * @param type of the member; {@code Object} for a class
     */
    record Found(WebServiceRef annotation, AnnotatedElement element, Class<?> declaring, Class<?> type) {}

    /** Finds the annotation of a name; empty where there is none, or its class cannot be loaded. */
    Optional<Found> named(String name) {
        for (AnnotationInstance each : module.index().getAnnotations(REFERENCE)) {
            AnnotationTarget target = each.target();
            ClassInfo type = target == null
                    ? null
                    : switch (target.kind()) {
                        case CLASS -> target.asClass();
                        case FIELD -> target.asField().declaringClass();
                        case METHOD -> target.asMethod().declaringClass();
                        default -> null;
                    };
            if (type != null) {
                Optional<Found> found = loaded(type.name().toString())
                        .flatMap(of -> points(of).stream()
                                .filter(point -> name.equals(nameOf(point)))
                                .findFirst());
                if (found.isPresent()) {
                    return found;
                }
            }
        }
        return Optional.empty();
    }

    private Optional<Class<?>> loaded(String name) {
        try {
            return Optional.of(Class.forName(name, false, module.classLoader()));
        } catch (ClassNotFoundException | LinkageError e) {
            return Optional.empty();
        }
    }

    private static List<Found> points(Class<?> type) {
        List<Found> points = new ArrayList<>();
        for (WebServiceRef each : type.getDeclaredAnnotationsByType(WebServiceRef.class)) {
            points.add(new Found(each, type, type, Object.class));
        }
        for (Field field : type.getDeclaredFields()) {
            add(field, field, field.getType(), points);
        }
        for (Method method : type.getDeclaredMethods()) {
            if (InjectionPoint.isSetter(method)) {
                add(method, method, method.getParameterTypes()[0], points);
            }
        }
        return points;
    }

    private static void add(AnnotatedElement element, Member member, Class<?> type, List<Found> points) {
        WebServiceRef annotation = element.getAnnotation(WebServiceRef.class);
        if (annotation != null) {
            points.add(new Found(annotation, element, member.getDeclaringClass(), type));
        }
    }

    private static @Nullable String nameOf(Found point) {
        String name = point.annotation().name();
        if (!name.isEmpty()) {
            return name;
        }
        if (point.element() instanceof Field field) {
            return InjectionPoint.of(field).defaultName();
        }
        return point.element() instanceof Method setter
                ? InjectionPoint.of(setter).defaultName()
                : null;
    }
}
