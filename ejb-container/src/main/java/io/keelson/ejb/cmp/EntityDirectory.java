package io.keelson.ejb.cmp;

import io.keelson.ejb.schema.EntitySchema;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** The entity objects of a module, as its clients see them. Thread-safe. */
public interface EntityDirectory {
    /**
     * Returns a local object.
     *
     * @throws IllegalStateException when the bean has no local interface
     */
    Object local(EntitySchema bean, Object key);

    /**
     * Returns a remote object.
     *
     * @throws IllegalStateException when the bean has no remote interface
     */
    Object remote(EntitySchema bean, Object key);

    /** Returns the primary key of an object; null where it is no object of the bean. */
    @Nullable
    Object key(EntitySchema bean, @Nullable Object object);

    /**
     * Returns the data source of a bean.
     *
     * @throws jakarta.ejb.EJBException when there is none
     */
    DataSource dataSource(EntitySchema bean);

    /** Notes that a change of an entity object met another one (Optimistic). */
    void conflict(EntitySchema bean, Object key);
}
