package io.keelson.base.log;

import io.keelson.base.config.ModelProvider;
import java.util.List;

/** The log's part of the configuration model. */
public final class LogModel implements ModelProvider {
    @Override
    public List<Class<? extends Record>> sections() {
        return List.of(LogSection.class);
    }
}
