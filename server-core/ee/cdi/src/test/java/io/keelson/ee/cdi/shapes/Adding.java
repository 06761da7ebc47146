package io.keelson.ee.cdi.shapes;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.spi.AfterBeanDiscovery;
import jakarta.enterprise.inject.spi.BeforeBeanDiscovery;
import jakarta.enterprise.inject.spi.Extension;

/** A portable extension. */
public class Adding implements Extension {
    void add(@Observes BeforeBeanDiscovery discovery) {
        discovery.addAnnotatedType(Added.class, "added").add(ApplicationScoped.Literal.INSTANCE);
    }

    void add(@Observes AfterBeanDiscovery discovery) {
        discovery
                .<StringBuilder>addBean()
                .types(StringBuilder.class)
                .produceWith(all -> new StringBuilder("synthetic"));
    }
}
