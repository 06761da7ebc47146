package io.keelson.session.grid;

import io.keelson.base.config.ModelProvider;
import java.util.List;

/** The configuration records of data grids that keep sessions. */
public final class GridModel implements ModelProvider {
    @Override
    public List<Class<? extends Record>> sections() {
        return List.of(GridSettings.class, EmbeddedGridSettings.class);
    }
}
