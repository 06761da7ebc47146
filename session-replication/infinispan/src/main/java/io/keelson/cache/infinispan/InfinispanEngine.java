package io.keelson.cache.infinispan;

import io.keelson.cache.spi.CacheEngine;

/** Keeps the entries of caches with Infinispan in the server itself. */
public final class InfinispanEngine implements CacheEngine {
    /** For {@link java.util.ServiceLoader}. */
    public InfinispanEngine() {}

    @Override
    public Node open(Place place) {
        CachesNode node = new CachesNode(place);
        node.open();
        return node;
    }
}
