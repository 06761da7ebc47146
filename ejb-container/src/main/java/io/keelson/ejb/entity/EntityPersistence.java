package io.keelson.ejb.entity;

import io.keelson.ejb.model.EntityModel.Operation;
import org.jspecify.annotations.Nullable;

/**
 * The container's part in the persistence of a bean. Does nothing for bean-managed persistence. Thread-safe.
 *
 * <p>Specification: Enterprise JavaBeans 2.1, 10.5 and 12.1.
 */
public interface EntityPersistence {
    /** Makes an instance by the constructor of the bean class. */
    EntityInstance newInstance() throws Throwable;

    /** Sets the state of an instance that gets an identity or creates an entity object to the defaults of Java. */
    default void reset(EntityInstance instance) {}

    /**
     * Returns the primary key of an entity object, after {@code ejbCreate}.
     *
     * @param returned the result of {@code ejbCreate}
     */
    Object created(EntityInstance instance, @Nullable Object returned) throws Exception;

    /** Writes a new entity object, after {@code ejbPostCreate}. */
    default void insert(EntityInstance instance) throws Exception {}

    /** Reads the state, before {@code ejbLoad}. */
    default void load(EntityInstance instance) throws Exception {}

    /**
     * Writes changes, after {@code ejbStore}.
     *
     * @return true if something was written
     */
    default boolean store(EntityInstance instance) throws Exception {
        return true;
    }

    /** A cached instance is used by another transaction: its state may count, its relationships do not. */
    default void resume(EntityInstance instance) {}

    /** Deletes an entity object, after {@code ejbRemove}. */
    default void remove(EntityInstance instance) throws Exception {}

    /**
     * Finds entity objects, where the bean class has no method for it.
     *
     * @return a primary key, or a collection of them; null where a finder of one has found a relationship to nothing
     */
    @Nullable
    Object find(Operation operation, @Nullable Object[] arguments) throws Exception;
}
