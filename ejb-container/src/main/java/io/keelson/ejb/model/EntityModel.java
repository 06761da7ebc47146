package io.keelson.ejb.model;

import io.keelson.ejb.schema.EntitySchema;
import java.lang.reflect.Method;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rules of an entity bean.
 *
 * @param keyClass the class of its primary keys; {@code Object} where it is known at deployment only
 * @param reentrant true if a call may come back to an instance that serves one in the same transaction
 * @param containerManaged true if the container reads and writes its state
 * @param operations the meaning of each method of its views, by the index of the bean's method
 * @param settings pool, cache and concurrency
 * @param schema the fields and relationships that the container manages; null where the bean manages its persistence
 */
public record EntityModel(
        Class<?> keyClass,
        boolean reentrant,
        boolean containerManaged,
        List<Operation> operations,
        EntitySettings settings,
        @Nullable EntitySchema schema) {
    public EntityModel {
        operations = List.copyOf(operations);
    }

    /** The meanings of a method. */
    public enum Meaning {
        /** A method of the bean on behalf of one entity object. */
        BUSINESS,
        /** {@code ejbCreate} and {@code ejbPostCreate}. */
        CREATE,
        /** {@code ejbFind}. */
        FIND,
        /** {@code ejbHome}. */
        HOME,
        /** {@code ejbRemove}. */
        REMOVE,
        /** {@code ejbTimeout}. */
        TIMEOUT
    }

    /**
     * The meaning of a method of a view.
     *
     * @param meaning the kind of operation
     * @param shown the method of the view
     * @param target the method of the bean class; null for a finder that the container has, and for {@code ejbRemove}
     * @param post {@code ejbPostCreate}; null for others
     * @param several true for a finder of a collection
     */
    public record Operation(
            Meaning meaning,
            Method shown,
            @Nullable Method target,
            @Nullable Method post,
            boolean several) {}
}
