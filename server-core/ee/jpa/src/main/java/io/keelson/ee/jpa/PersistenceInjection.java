package io.keelson.ee.jpa;

import io.keelson.component.descriptor.ComponentDescriptor.ResourceKind;
import io.keelson.component.descriptor.ComponentDescriptor.ResourceReference;
import io.keelson.component.spi.ExtendedContexts;
import io.keelson.component.spi.InjectedValue;
import io.keelson.component.spi.InjectionPoint;
import io.keelson.component.spi.InjectionRequest;
import io.keelson.component.spi.InjectionSource;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.ee.jpa.context.EntityManagerView;
import io.keelson.ee.jpa.context.ExtendedEntityManager;
import io.keelson.ee.jpa.context.TransactionScopedEntityManager;
import io.keelson.ee.jpa.data.RepositoryFactory;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.PersistenceContext;
import jakarta.persistence.PersistenceContextType;
import jakarta.persistence.PersistenceProperty;
import jakarta.persistence.PersistenceUnit;
import jakarta.persistence.SynchronizationType;
import java.lang.annotation.Annotation;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;

/**
 * Serves {@code @PersistenceContext}, {@code @PersistenceUnit} and their references in descriptors. Thread-safe.
 *
 * <p>Specification: Persistence 3.2, 10.5.1 PersistenceContext Annotation and 10.5.2 PersistenceUnit Annotation; Jakarta EE Platform 11,
 * 5.11 and 5.12.
 */
final class PersistenceInjection implements InjectionSource {
    private final ManagedUnits units;

    PersistenceInjection(ManagedUnits units) {
        this.units = units;
    }

    @Override
    public Set<Class<? extends Annotation>> annotations() {
        return Set.of(PersistenceContext.class, PersistenceUnit.class);
    }

    @Override
    public Set<ResourceKind> references() {
        return Set.of(ResourceKind.PERSISTENCE_CONTEXT_REF, ResourceKind.PERSISTENCE_UNIT_REF);
    }

    @Override
    public InjectedValue resolve(InjectionRequest request) throws NamingException {
        try {
            if (request instanceof InjectionRequest.Annotated annotated) {
                return annotated(annotated);
            }
            return declared((InjectionRequest.Declared) request);
        } catch (DeploymentException e) {
            NamingException refused = new NamingException(e.getMessage());
            refused.initCause(e);
            throw refused;
        }
    }

    private InjectedValue annotated(InjectionRequest.Annotated request) throws DeploymentException {
        if (request.annotation() instanceof PersistenceContext context) {
            Reference reference = new Reference(
                    context.unitName(),
                    context.type() == PersistenceContextType.EXTENDED,
                    context.synchronization(),
                    properties(context),
                    request.place());
            return context(reference, request.point());
        }
        if (request.annotation() instanceof PersistenceUnit unit) {
            return factory(units.referred(unit.unitName(), request.place()), request.point());
        }
        throw new IllegalArgumentException("no annotation of persistence: " + request.annotation());
    }

    /** A repository gets one whose sessions follow the server's transactions, where the unit takes part in them. */
    private static InjectedValue factory(ManagedUnit unit, InjectionPoint point) {
        if (unit.unit().descriptor().local() || !RepositoryFactory.isFor(point.declaring())) {
            return unit::factory;
        }
        EntityManagerFactory forRepositories = RepositoryFactory.of(unit.sessions());
        return () -> forRepositories;
    }

    /** Returns the properties that an annotation gives the contexts. */
    static Map<String, Object> properties(PersistenceContext context) {
        Map<String, Object> properties = new HashMap<>();
        for (PersistenceProperty property : context.properties()) {
            properties.put(property.name(), property.value());
        }
        return properties;
    }

    private InjectedValue declared(InjectionRequest.Declared request) throws DeploymentException {
        ResourceReference reference = request.reference();
        String unit = reference.details().get("persistence-unit-name");
        if (reference.kind() == ResourceKind.PERSISTENCE_UNIT_REF) {
            return units.referred(unit, request.place())::factory;
        }
        boolean extended = "Extended".equalsIgnoreCase(reference.details().get("persistence-context-type"));
        boolean unsynchronised =
                "Unsynchronized".equalsIgnoreCase(reference.details().get("persistence-context-synchronization"));
        SynchronizationType type =
                unsynchronised ? SynchronizationType.UNSYNCHRONIZED : SynchronizationType.SYNCHRONIZED;
        return context(
                new Reference(unit, extended, type, new HashMap<>(reference.properties()), request.place()), null);
    }

    /** A reference to a persistence context, by an annotation or a descriptor. */
    private record Reference(
            @Nullable String unit,
            boolean extended,
            SynchronizationType type,
            Map<String, Object> properties,
            String place) {}

    private InjectedValue context(Reference reference, @Nullable InjectionPoint point) throws DeploymentException {
        ManagedUnit unit = units.referredByContext(reference.unit(), reference.place());
        EntityManager manager =
                new TransactionScopedEntityManager(unit.contexts(), reference.properties(), reference.type());
        Object view = seenBy(point, manager);
        return reference.extended() ? () -> extended(reference, point, unit, view) : () -> view;
    }

    private static Object seenBy(@Nullable InjectionPoint point, EntityManager manager) {
        return point == null || point.type().isInstance(manager)
                ? manager
                : EntityManagerView.of(point.type(), manager);
    }

    /** The context of the stateful bean that is made, or that looks it up; others get one of the transaction. */
    private static Object extended(
            Reference reference, @Nullable InjectionPoint point, ManagedUnit unit, Object otherwise) {
        ExtendedContexts contexts = ExtendedContexts.current();
        if (contexts == null) {
            JpaLog.LOG.extendedOutsideOfStatefulBean(reference.place());
            return otherwise;
        }
        return seenBy(point, opened(contexts, unit, reference.properties(), reference.type()));
    }

    /** Returns the bean's context of a unit, opened where it has none. */
    static ExtendedEntityManager opened(
            ExtendedContexts contexts, ManagedUnit unit, Map<String, Object> properties, SynchronizationType type) {
        return (ExtendedEntityManager) contexts.of(
                unit,
                type == SynchronizationType.SYNCHRONIZED,
                () -> ExtendedEntityManager.open(unit.contexts(), properties, type));
    }
}
