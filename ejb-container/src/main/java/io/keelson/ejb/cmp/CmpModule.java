package io.keelson.ejb.cmp;

import io.keelson.ejb.entity.ApplicationEntities;
import io.keelson.ejb.entity.EntityStep;
import io.keelson.ejb.entity.TransactionEntities;
import io.keelson.ejb.schema.EntitySchema;
import io.keelson.ejb.schema.Schemas;
import jakarta.ejb.EJBException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The beans of a module with container-managed persistence. Thread-safe. */
public final class CmpModule {
    private final Schemas schemas;
    private final ApplicationEntities entities;
    private final EntityDirectory directory;
    private final Map<EntitySchema, CmpPersistence> persistences = new ConcurrentHashMap<>();
    private final Map<EntitySchema, EntityStep> steps = new ConcurrentHashMap<>();

    /**
     * Makes it for a module.
     *
     * @param entities the entity objects of the application, by transaction
     */
    public CmpModule(Schemas schemas, ApplicationEntities entities, EntityDirectory directory) {
        this.schemas = schemas;
        this.entities = entities;
        this.directory = directory;
    }

    Schemas schemas() {
        return schemas;
    }

    EntityDirectory directory() {
        return directory;
    }

    /** Adds a bean. */
    public void add(CmpPersistence persistence, EntityStep step) {
        persistences.put(persistence.schema(), persistence);
        steps.put(persistence.schema(), step);
    }

    CmpPersistence persistence(EntitySchema schema) {
        CmpPersistence persistence = persistences.get(schema);
        if (persistence == null) {
            throw new EJBException("entity bean " + schema.bean() + " has not been started, or is stopped");
        }
        return persistence;
    }

    EntityStep step(EntitySchema schema) {
        EntityStep step = steps.get(schema);
        if (step == null) {
            throw new EJBException("entity bean " + schema.bean() + " has not been started, or is stopped");
        }
        return step;
    }

    /** Returns the entity objects of the calling thread's transaction; null where it has none. */
    @Nullable
    TransactionEntities current() {
        return entities.current();
    }
}
