package io.keelson.ee.microprofile.shop;

import java.util.Map;
import java.util.Set;
import org.eclipse.microprofile.config.spi.ConfigSource;

/** A source of the application. */
public class OwnSource implements ConfigSource {
    private static final Map<String, String> VALUES = Map.of("shop.colour", "green", "shop.from", "the source");

    @Override
    public int getOrdinal() {
        return 500;
    }

    @Override
    public Set<String> getPropertyNames() {
        return VALUES.keySet();
    }

    @Override
    public String getValue(String name) {
        return VALUES.get(name);
    }

    @Override
    public String getName() {
        return "own";
    }
}
