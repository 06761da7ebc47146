package io.keelson.ee.microprofile.shop;

import jakarta.enterprise.context.Dependent;
import org.eclipse.microprofile.config.inject.ConfigProperties;

/** Settings with one prefix. */
@ConfigProperties(prefix = "shop")
@Dependent
public class Settings {
    public String name;
    public int limit = 7;
}
