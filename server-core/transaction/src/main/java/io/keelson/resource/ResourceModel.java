package io.keelson.resource;

import io.keelson.base.config.ModelProvider;
import java.util.List;

/** The configuration records of this room. */
public final class ResourceModel implements ModelProvider {
    @Override
    public List<Class<? extends Record>> sections() {
        return List.of(
                DataSourceSettings.class,
                MultiDataSourceSettings.class,
                MailSessionSettings.class,
                AdapterLoginSettings.class);
    }
}
