package io.keelson.ee.jpa;

import io.keelson.component.spi.ExtendedContexts;
import io.keelson.component.spi.ExtendedReferences;
import io.keelson.deploy.spi.DeploymentException;
import jakarta.persistence.PersistenceContext;
import jakarta.persistence.PersistenceContextType;
import java.lang.reflect.AnnotatedElement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;

/**
 * Finds the extended contexts that annotations of stateful beans ask for. They are opened before anything is injected, so that a bean
 * that is created by the injection inherits them. Immutable.
 *
 * <p>Specification: Persistence 3.2, 7.6.3.1 Inheritance of Extended Persistence Context.
 */
final class ExtendedAnnotations implements ExtendedReferences {
    private final ManagedUnits units;

    ExtendedAnnotations(ManagedUnits units) {
        this.units = units;
    }

    @Override
    public Consumer<ExtendedContexts> of(Collection<Class<?>> components) throws DeploymentException {
        List<Consumer<ExtendedContexts>> openings = new ArrayList<>();
        for (Class<?> component : components) {
            for (Class<?> each = component; each != null && each != Object.class; each = each.getSuperclass()) {
                List<AnnotatedElement> places = new ArrayList<>(List.of(each));
                places.addAll(Arrays.asList(each.getDeclaredFields()));
                places.addAll(Arrays.asList(each.getDeclaredMethods()));
                for (AnnotatedElement place : places) {
                    for (PersistenceContext context : place.getDeclaredAnnotationsByType(PersistenceContext.class)) {
                        if (context.type() == PersistenceContextType.EXTENDED) {
                            openings.add(opening(context, each));
                        }
                    }
                }
            }
        }
        return contexts -> openings.forEach(each -> each.accept(contexts));
    }

    private Consumer<ExtendedContexts> opening(PersistenceContext context, Class<?> of) throws DeploymentException {
        ManagedUnit unit = units.referredByContext(context.unitName(), "@PersistenceContext of class " + of.getName());
        return contexts -> PersistenceInjection.opened(
                contexts, unit, PersistenceInjection.properties(context), context.synchronization());
    }
}
