package io.keelson.session.hotrod;

import io.keelson.session.grid.GridConnector;

/** Speaks Hot Rod with Infinispan. */
public final class HotRodConnector implements GridConnector {
    @Override
    public Grid grid(Access access) {
        return new HotRodGrid(access);
    }
}
