package io.keelson.ejb;

import io.keelson.base.config.ModelProvider;
import io.keelson.ejb.container.EnterpriseBeansSettings;
import java.util.List;

/** The configuration records of this room. */
public final class EjbModel implements ModelProvider {
    @Override
    public List<Class<? extends Record>> sections() {
        return List.of(EnterpriseBeansSettings.class);
    }
}
