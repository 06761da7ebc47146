package io.keelson.ee.jpa.provider;

import jakarta.persistence.EntityManagerFactory;

/** A factory that a provider has prepared: its transformers weave, and nothing has been done to the database. Used once, by one thread. */
public interface FactoryBuilder {
    /**
     * Makes the factory. This is where the schema is generated, as the unit asks for.
     *
     * @param standIn true if the factory's schema manager is to make tables that an administrator should have made; they have fewer
     *     constraints
     */
    EntityManagerFactory build(boolean standIn);

    /** Gives up what was prepared and not built. */
    void cancel();
}
