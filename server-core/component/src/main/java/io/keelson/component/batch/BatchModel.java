package io.keelson.component.batch;

import io.keelson.base.config.ModelProvider;
import java.util.List;

/** The configuration records of this package. */
public final class BatchModel implements ModelProvider {
    @Override
    public List<Class<? extends Record>> sections() {
        return List.of(BatchSettings.class);
    }
}
