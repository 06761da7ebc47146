package io.keelson.ee.faces;

import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Alternative;
import jakarta.enterprise.inject.Produces;
import jakarta.enterprise.inject.spi.Annotated;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.enterprise.inject.spi.Extension;
import jakarta.enterprise.inject.spi.ProcessAnnotatedType;
import jakarta.enterprise.inject.spi.WithAnnotations;
import jakarta.enterprise.inject.spi.configurator.AnnotatedTypeConfigurator;
import jakarta.enterprise.util.AnnotationLiteral;
import jakarta.faces.application.ResourceHandler;
import jakarta.faces.context.ExternalContext;
import jakarta.faces.context.FacesContext;
import jakarta.faces.context.Flash;
import java.util.Set;

/**
 * Prefers an application's own producer of what Faces has as beans since 2.3: {@code FacesContext}, {@code ExternalContext} and their
 * like. Applications of before have such producers, and injection would be ambiguous.
 *
 * <p>Specification: Faces 4.1, 5.6.3 CDI for EL Resolution.
 */
public final class OwnProducers implements Extension {
    private static final Set<Class<?>> OF_FACES =
            Set.of(FacesContext.class, ExternalContext.class, Flash.class, ResourceHandler.class);

    /** Priority of an alternative that is the only one of its kind. */
    private static final class Preferred extends AnnotationLiteral<Priority> implements Priority {
        private static final long serialVersionUID = 1L;

        @Override
        public int value() {
            return jakarta.interceptor.Interceptor.Priority.APPLICATION;
        }
    }

    /** Made by CDI, as a service. */
    public OwnProducers() {}

    /** Makes such producers alternatives, which are selected before other beans. */
    <T> void prefer(@Observes @WithAnnotations(Produces.class) ProcessAnnotatedType<T> seen, BeanManager beans) {
        if (seen.getAnnotatedType().getMethods().stream().noneMatch(method -> isOfFaces(method, beans))
                && seen.getAnnotatedType().getFields().stream().noneMatch(field -> isOfFaces(field, beans))) {
            return;
        }
        AnnotatedTypeConfigurator<T> type = seen.configureAnnotatedType();
        type.filterMethods(method -> isOfFaces(method, beans))
                .forEach(method -> method.add(Alternative.Literal.INSTANCE).add(new Preferred()));
        type.filterFields(field -> isOfFaces(field, beans))
                .forEach(field -> field.add(Alternative.Literal.INSTANCE).add(new Preferred()));
    }

    private static boolean isOfFaces(Annotated member, BeanManager beans) {
        return member.isAnnotationPresent(Produces.class)
                && member.getBaseType() instanceof Class<?> type
                && OF_FACES.contains(type)
                && member.getAnnotations().stream().noneMatch(each -> beans.isQualifier(each.annotationType()));
    }
}
