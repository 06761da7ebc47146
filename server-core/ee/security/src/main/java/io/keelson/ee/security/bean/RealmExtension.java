package io.keelson.ee.security.bean;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.spi.AfterBeanDiscovery;
import jakarta.enterprise.inject.spi.Extension;
import jakarta.enterprise.inject.spi.ProcessBean;
import jakarta.security.enterprise.identitystore.IdentityStore;

/**
 * Adds the identity store of the domain's realm where the application has none: who goes through all stores there are,
 * as a handler of the application's own, finds its own ones only. One an application.
 */
public class RealmExtension implements Extension {
    private static final String DEFINITIONS = "jakarta.security.enterprise.identitystore.";

    private boolean own;

    /** Made by the application's {@link java.util.ServiceLoader}. */
    public RealmExtension() {}

    void found(@Observes ProcessBean<?> event) {
        own = own
                || event.getBean().getTypes().contains(IdentityStore.class)
                || event.getAnnotated().getAnnotations().stream()
                        .map(each -> each.annotationType().getName())
                        .anyMatch(name -> name.startsWith(DEFINITIONS) && name.contains("Definition"));
    }

    void addStore(@Observes AfterBeanDiscovery event) {
        if (own) {
            return;
        }
        event.<RealmStore>addBean()
                .beanClass(RealmStore.class)
                .types(RealmStore.class, IdentityStore.class, Object.class)
                .scope(ApplicationScoped.class)
                .produceWith(instance -> new RealmStore());
    }
}
