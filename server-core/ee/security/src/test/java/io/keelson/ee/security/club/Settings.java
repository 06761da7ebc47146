package io.keelson.ee.security.club;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Named;

/** Says where the provider is, which only the test knows. */
@Named
@ApplicationScoped
public class Settings {
    public static final String PROVIDER = "keelson.test.provider";

    public String getProvider() {
        return System.getProperty(PROVIDER);
    }
}
