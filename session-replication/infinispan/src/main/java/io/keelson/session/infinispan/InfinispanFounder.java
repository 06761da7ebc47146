package io.keelson.session.infinispan;

import io.keelson.session.grid.GridFounder;
import io.keelson.session.grid.OpeningAttempts;

/** Has Infinispan in the server itself. */
public final class InfinispanFounder implements GridFounder {
    @Override
    public Embedded found(Bond bond, Plan plan, OpeningAttempts.Listener listener) {
        EmbeddedGrid grid = new EmbeddedGrid(bond, plan, listener);
        grid.open();
        return grid;
    }
}
