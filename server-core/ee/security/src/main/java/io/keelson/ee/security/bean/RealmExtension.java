package io.keelson.ee.security.bean;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.spi.AfterBeanDiscovery;
import jakarta.enterprise.inject.spi.Extension;
import jakarta.security.enterprise.identitystore.IdentityStore;

/** Adds the identity store of the domain's realm. One an application. */
public class RealmExtension implements Extension {
    /** Made by the application's {@link java.util.ServiceLoader}. */
    public RealmExtension() {}

    void addStore(@Observes AfterBeanDiscovery event) {
        event.<RealmStore>addBean()
                .beanClass(RealmStore.class)
                .types(RealmStore.class, IdentityStore.class, Object.class)
                .scope(ApplicationScoped.class)
                .produceWith(instance -> new RealmStore());
    }
}
