package io.keelson.ee.jpa.provider;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.hibernate.boot.Metadata;
import org.hibernate.boot.spi.BootstrapContext;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.integrator.spi.Integrator;
import org.hibernate.jpa.boot.spi.IntegratorProvider;
import org.hibernate.mapping.Column;
import org.hibernate.mapping.ForeignKey;
import org.hibernate.mapping.ManyToOne;
import org.hibernate.mapping.PersistentClass;
import org.hibernate.mapping.Property;

/**
 * Leaves constraints out of tables that Hibernate would make, where an application was written without them. Other providers do not make
 * the column of a one-to-one association unique. Tables that stand for those of an administrator have no foreign keys: the statements
 * of the application need not be in an order that suits them.
 *
 * @param otherProvider true if the unit was written for another provider
 * @param standIn true if nobody has made the tables, set before the factory is built
 */
record LooseTables(boolean otherProvider, AtomicBoolean standIn) implements Integrator, IntegratorProvider {
    LooseTables(boolean otherProvider) {
        this(otherProvider, new AtomicBoolean());
    }

    @Override
    public List<Integrator> getIntegrators() {
        return List.of(this);
    }

    @Override
    public void integrate(Metadata metadata, BootstrapContext context, SessionFactoryImplementor factory) {
        if (otherProvider || standIn.get()) {
            metadata.getEntityBindings().forEach(LooseTables::loosen);
        }
        if (standIn.get()) {
            metadata.collectTableMappings()
                    .forEach(table -> table.getForeignKeyCollection().forEach(ForeignKey::disableCreation));
        }
    }

    private static void loosen(PersistentClass entity) {
        for (Property property : entity.getProperties()) {
            if (property.getValue() instanceof ManyToOne reference && reference.isLogicalOneToOne()) {
                reference.getColumns().forEach(LooseTables::loosen);
            }
        }
    }

    private static void loosen(Column column) {
        column.setUnique(false);
    }
}
