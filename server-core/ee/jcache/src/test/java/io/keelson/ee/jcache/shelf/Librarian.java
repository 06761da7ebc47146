package io.keelson.ee.jcache.shelf;

import java.util.HashMap;
import java.util.Map;
import javax.cache.integration.CacheLoader;

/** Loads values for what is asked. */
public class Librarian implements CacheLoader<String, String> {
    @Override
    public String load(String key) {
        return "one " + key;
    }

    @Override
    public Map<String, String> loadAll(Iterable<? extends String> keys) {
        Map<String, String> all = new HashMap<>();
        keys.forEach(key -> all.put(key, "all " + key));
        return all;
    }
}
