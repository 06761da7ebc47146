package io.keelson.ee.jcache;

import io.keelson.cache.spi.CacheEngine;
import io.keelson.cache.spi.EntryStore;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Caches in maps: on the flat class path of a test Infinispan would start with all its modules, which the part keeps from it. */
public final class MapEngine implements CacheEngine {
    @Override
    public Node open(Place place) {
        Map<String, EntryStore> stores = new ConcurrentHashMap<>();
        place.caches().keySet().forEach(each -> stores.put(each, new MapStore()));
        return new Node() {
            @Override
            public EntryStore store(String cache) {
                EntryStore store = stores.get(cache);
                if (store == null) {
                    throw new IllegalArgumentException(cache);
                }
                return store;
            }

            @Override
            public boolean ready() {
                return true;
            }

            @Override
            public void awaitReady(Duration longest) {}

            @Override
            public HotRodDoor serveHotRod(HotRodPlace at) {
                throw new UnsupportedOperationException("no channel of the test serves Hot Rod");
            }

            @Override
            public void leave(Duration longest) {}
        };
    }
}
