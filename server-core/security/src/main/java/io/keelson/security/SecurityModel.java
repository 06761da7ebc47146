package io.keelson.security;

import io.keelson.base.config.ModelProvider;
import java.util.List;

/** Security's part of the configuration model. */
public final class SecurityModel implements ModelProvider {
    @Override
    public List<Class<? extends Record>> sections() {
        return List.of(SecuritySettings.class, CertificateSettings.class, RealmProviderSettings.class);
    }
}
