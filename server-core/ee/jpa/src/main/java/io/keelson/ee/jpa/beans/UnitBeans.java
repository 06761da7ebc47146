package io.keelson.ee.jpa.beans;

import io.keelson.ee.jpa.context.TransactionScopedEntityManager;
import io.keelson.ee.jpa.data.UnitSessions;
import io.keelson.ee.jpa.unit.UnitDescriptor.Said;
import io.keelson.kernel.loader.ApplicationClassLoader;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Default;
import jakarta.enterprise.inject.spi.AfterBeanDiscovery;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.Extension;
import jakarta.enterprise.inject.spi.ProcessProducerField;
import jakarta.enterprise.inject.spi.ProcessProducerMethod;
import jakarta.enterprise.inject.spi.configurator.BeanConfigurator;
import jakarta.persistence.Cache;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.PersistenceUnitUtil;
import jakarta.persistence.SchemaManager;
import jakarta.persistence.SynchronizationType;
import jakarta.persistence.criteria.CriteriaBuilder;
import jakarta.persistence.metamodel.Metamodel;
import jakarta.transaction.TransactionScoped;
import java.lang.annotation.Annotation;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.hibernate.SessionFactory;
import org.hibernate.StatelessSession;

/**
 * Adds the beans of units that have a {@code qualifier} or a {@code scope}: the factory, the entity manager, Hibernate's stateless
 * session, and the objects that the factory has. The stateless session of the only unit of an application is a bean without that, unless
 * the application produces one. Finds the units of the application by the context class loader. Used by the deploying thread, while CDI
 * starts.
 *
 * <p>Specification: Persistence 3.2, 8.2.1.2 qualifier, 8.2.1.3 scope.
 */
public final class UnitBeans implements Extension {
    private static final Method OPENING = opening();

    private boolean ownSession;

    /** Made by the application's {@link java.util.ServiceLoader}. */
    public UnitBeans() {}

    void addBeans(@Observes AfterBeanDiscovery discovery) {
        BeanUnits units = ApplicationClassLoader.attachment(
                        Thread.currentThread().getContextClassLoader(), BeanUnits.class)
                .orElseGet(BeanUnits::new);
        for (BeanUnit unit : units.wanted()) {
            try {
                add(unit, discovery);
            } catch (ClassNotFoundException | IllegalArgumentException | ClassCastException e) {
                discovery.addDefinitionError(new IllegalArgumentException(
                        unit.unit().descriptor().where() + ": the beans of the persistence unit '"
                                + unit.unit().name() + "' cannot be made: " + e.getMessage(),
                        e));
            }
        }
        if (!ownSession && units.all().size() == 1 && units.wanted().isEmpty()) {
            session(units.all().get(0), discovery, List.of(Default.Literal.INSTANCE, Any.Literal.INSTANCE));
        }
    }

    void ofApplication(@Observes ProcessProducerMethod<StatelessSession, ?> producer) {
        noteOwn(producer.getBean());
    }

    void ofApplication(@Observes ProcessProducerField<StatelessSession, ?> producer) {
        noteOwn(producer.getBean());
    }

    private void noteOwn(Bean<?> producer) {
        ownSession |= producer.getQualifiers().contains(Default.Literal.INSTANCE);
    }

    /** Adds Hibernate's stateless session, for repositories that are not of Jakarta Data and ask for it in their constructors. */
    private static void session(BeanUnit unit, AfterBeanDiscovery discovery, List<Annotation> qualifiers) {
        UnitSessions sessions = unit.sessions();
        if (sessions != null) {
            configured(discovery, StatelessSession.class, ApplicationScoped.class, qualifiers)
                    .produceWith(instance -> (StatelessSession) sessions.session(OPENING));
        }
    }

    private static Method opening() {
        try {
            return SessionFactory.class.getMethod("openStatelessSession");
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException("Hibernate's SessionFactory opens no stateless sessions", e);
        }
    }

    private static void add(BeanUnit unit, AfterBeanDiscovery discovery) throws ClassNotFoundException {
        List<Annotation> qualifiers = new ArrayList<>();
        for (Said said : unit.unit().descriptor().qualifiers()) {
            qualifiers.add(qualifier(annotation(said, unit.loader())));
        }
        Said said = unit.unit().descriptor().scope();
        Class<? extends Annotation> scope = said == null ? TransactionScoped.class : annotation(said, unit.loader());
        configured(discovery, EntityManagerFactory.class, ApplicationScoped.class, qualifiers)
                .name(unit.unit().name())
                .produceWith(instance -> unit.factory().get());
        manager(unit, configured(discovery, EntityManager.class, scope, qualifiers), scope);
        of(unit, discovery, CriteriaBuilder.class, qualifiers, EntityManagerFactory::getCriteriaBuilder);
        of(unit, discovery, PersistenceUnitUtil.class, qualifiers, EntityManagerFactory::getPersistenceUnitUtil);
        of(unit, discovery, Cache.class, qualifiers, EntityManagerFactory::getCache);
        of(unit, discovery, SchemaManager.class, qualifiers, EntityManagerFactory::getSchemaManager);
        of(unit, discovery, Metamodel.class, qualifiers, EntityManagerFactory::getMetamodel);
        session(unit, discovery, qualifiers);
    }

    /** In a transaction's scope the context is the transaction's, whichever way it is reached; in another one it lives as long as that. */
    private static void manager(
            BeanUnit unit, BeanConfigurator<EntityManager> bean, Class<? extends Annotation> scope) {
        if (scope == TransactionScoped.class) {
            bean.produceWith(instance ->
                    new TransactionScopedEntityManager(unit.contexts(), Map.of(), SynchronizationType.SYNCHRONIZED));
        } else {
            bean.produceWith(instance -> unit.factory().get().createEntityManager())
                    .disposeWith((manager, instance) -> {
                        if (manager.isOpen()) {
                            manager.close();
                        }
                    });
        }
    }

    private static <T> void of(
            BeanUnit unit,
            AfterBeanDiscovery discovery,
            Class<T> type,
            List<Annotation> qualifiers,
            Function<EntityManagerFactory, T> getter) {
        configured(discovery, type, Dependent.class, qualifiers)
                .produceWith(instance -> getter.apply(unit.factory().get()));
    }

    private static <T> BeanConfigurator<T> configured(
            AfterBeanDiscovery discovery,
            Class<T> type,
            Class<? extends Annotation> scope,
            List<Annotation> qualifiers) {
        return discovery
                .<T>addBean()
                .beanClass(UnitBeans.class)
                .types(type, Object.class)
                .scope(scope)
                .qualifiers(qualifiers.toArray(Annotation[]::new));
    }

    private static Class<? extends Annotation> annotation(Said said, ClassLoader loader) throws ClassNotFoundException {
        try {
            return loader.loadClass(said.text()).asSubclass(Annotation.class);
        } catch (ClassNotFoundException e) {
            throw new ClassNotFoundException(
                    "the annotation " + said.text() + " (" + said.where() + ") is not there", e);
        }
    }

    /** An instance of a qualifier, with the defaults of its elements. */
    private static Annotation qualifier(Class<? extends Annotation> type) {
        for (Method element : type.getDeclaredMethods()) {
            if (element.getDefaultValue() == null) {
                throw new IllegalArgumentException("the qualifier " + type.getName() + " has the element '"
                        + element.getName() + "' without a default");
            }
        }
        InvocationHandler handler = (proxy, method, arguments) -> switch (method.getName()) {
            case "annotationType" -> type;
            case "equals" -> type.isInstance(arguments[0]);
            case "hashCode" -> hash(type);
            case "toString" -> "@" + type.getName();
            default -> method.getDefaultValue();
        };
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }

    /** Hash as the JDK's annotations have it: a sum over the elements. */
    private static int hash(Class<? extends Annotation> type) {
        int sum = 0;
        for (Method element : type.getDeclaredMethods()) {
            Object value = element.getDefaultValue();
            sum += 127 * element.getName().hashCode() ^ value.hashCode();
        }
        return sum;
    }
}
