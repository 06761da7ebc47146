package io.keelson.session.infinispan;

import io.keelson.session.grid.GridFounder;

/** Has Infinispan in the server itself. */
public final class InfinispanFounder implements GridFounder {
    @Override
    public Embedded found(Bond bond, Plan plan) {
        EmbeddedGrid grid = new EmbeddedGrid(bond, plan);
        grid.open();
        return grid;
    }
}
