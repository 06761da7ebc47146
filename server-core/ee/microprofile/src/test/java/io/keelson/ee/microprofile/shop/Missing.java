package io.keelson.ee.microprofile.shop;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Asks for what is nowhere. */
@ApplicationScoped
public class Missing {
    @Inject
    @ConfigProperty(name = "shop.nowhere")
    String nowhere;

    public String nowhere() {
        return nowhere;
    }
}
