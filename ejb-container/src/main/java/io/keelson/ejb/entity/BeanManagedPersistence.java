package io.keelson.ejb.entity;

import io.keelson.ejb.model.EntityModel.Operation;
import jakarta.ejb.EJBException;
import jakarta.ejb.EntityBean;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import org.jspecify.annotations.Nullable;

/** Persistence that the bean manages itself. Thread-safe. */
public final class BeanManagedPersistence implements EntityPersistence {
    private final Constructor<?> constructor;

    /**
     * Makes it for a bean class.
     *
     * @throws IllegalArgumentException when it has no public constructor without parameters
     */
    public BeanManagedPersistence(Class<?> bean) {
        try {
            constructor = bean.getDeclaredConstructor();
            constructor.setAccessible(true);
        } catch (NoSuchMethodException e) {
            throw new IllegalArgumentException(bean.getName() + " has no constructor without parameters", e);
        }
    }

    @Override
    public EntityInstance newInstance() throws Throwable {
        try {
            return new EntityInstance((EntityBean) constructor.newInstance(), null);
        } catch (InvocationTargetException e) {
            throw e.getCause() == null ? e : e.getCause();
        }
    }

    @Override
    public Object created(EntityInstance instance, @Nullable Object returned) {
        if (returned == null) {
            throw new EJBException("ejbCreate of " + instance.bean().getClass().getName()
                    + " returned null instead of the primary key of the new entity object");
        }
        return returned;
    }

    @Override
    public Object find(Operation operation, @Nullable Object[] arguments) {
        throw new EJBException("the bean class has no method for " + operation.shown());
    }
}
