package io.keelson.ee.microprofile.shop;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Asks for a number where there is a word. */
@ApplicationScoped
public class Unreadable {
    @Inject
    @ConfigProperty(name = "shop.name")
    int number;

    public int number() {
        return number;
    }
}
