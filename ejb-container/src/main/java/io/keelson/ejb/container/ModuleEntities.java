package io.keelson.ejb.container;

import io.keelson.deploy.spi.Deployment;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.ejb.cmp.CmpModule;
import io.keelson.ejb.cmp.CmpTables;
import io.keelson.ejb.cmp.EntityDirectory;
import io.keelson.ejb.log.EjbLog;
import io.keelson.ejb.schema.EntitySchema;
import io.keelson.ejb.schema.Schemas;
import jakarta.ejb.EJBException;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.naming.NamingException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** The entity beans of a module with container-managed persistence, and their data sources. Thread-safe. */
public final class ModuleEntities implements EntityDirectory {
    private final BeanModule module;
    private final ApplicationBeans beans;
    private final Schemas schemas;
    private final CmpModule cmp;
    private final Map<String, DataSource> sources = new ConcurrentHashMap<>();

    private ModuleEntities(BeanModule module, ApplicationBeans beans, Schemas schemas) {
        this.module = module;
        this.beans = beans;
        this.schemas = schemas;
        this.cmp = new CmpModule(schemas, beans.entities(), this);
    }

    /** Attaches them to a module that has been read. */
    public static void attach(Deployment deployment, ApplicationBeans beans) {
        deployment
                .attachment(Schemas.class)
                .filter(schemas -> !schemas.byBean().isEmpty())
                .ifPresent(schemas -> deployment.attach(
                        ModuleEntities.class, new ModuleEntities(BeanModule.of(deployment), beans, schemas)));
    }

    /**
     * Makes tables for development.
     *
     * @param production true on a server in production mode, which makes none
     */
    public void makeTables(boolean production) throws DeploymentException {
        if (schemas.tables() == Schemas.Tables.EXIST) {
            return;
        }
        String name = module.deployment().name();
        if (production) {
            EjbLog.LOG.noTablesInProduction(name);
            return;
        }
        try {
            List<String> made = new CmpTables(schemas, this).make();
            if (!made.isEmpty()) {
                EjbLog.LOG.tablesMade(name, String.join(", ", made));
            }
        } catch (SQLException | EJBException e) {
            throw new DeploymentException(
                    "the tables of " + name + " cannot be made (create-default-dbms-tables): " + e.getMessage(), e);
        }
    }

    CmpModule cmp() {
        return cmp;
    }

    private DeployedBean bean(EntitySchema schema) {
        for (DeployedBean each : beans.of(module.deployment())) {
            if (each.name().equals(schema.bean())) {
                return each;
            }
        }
        throw new EJBException("entity bean " + schema.bean() + " has been undeployed");
    }

    @Override
    public Object local(EntitySchema schema, Object key) {
        Object object = bean(schema).localObject(key);
        if (object == null) {
            throw new IllegalStateException("entity bean " + schema.bean() + " has no local component interface");
        }
        return object;
    }

    @Override
    public Object remote(EntitySchema schema, Object key) {
        Object object = bean(schema).object(key);
        if (object == null) {
            throw new IllegalStateException("entity bean " + schema.bean() + " has no remote component interface");
        }
        return object;
    }

    @Override
    public @Nullable Object key(EntitySchema schema, @Nullable Object object) {
        return object == null ? null : bean(schema).primaryKey(object);
    }

    @Override
    public DataSource dataSource(EntitySchema schema) {
        String name = schema.dataSource();
        DataSource there = sources.get(name);
        if (there != null) {
            return there;
        }
        try {
            DataSource found = (DataSource) module.initialContext().lookup(name);
            sources.put(name, found);
            return found;
        } catch (NamingException | ClassCastException e) {
            throw new EJBException(
                    "the data source '" + name + "' of entity bean " + schema.bean() + " is not there: "
                            + e.getMessage(),
                    e);
        }
    }

    @Override
    public void conflict(EntitySchema schema, Object key) {
        EjbLog.LOG.optimisticConflict(
                schema.bean(), String.valueOf(key), module.deployment().name());
    }
}
