package io.keelson.ee.jcache.lending;

import jakarta.enterprise.context.ApplicationScoped;
import javax.cache.annotation.CachePut;

/** Says not what is to be put. */
@ApplicationScoped
public class Wrong {
    @CachePut
    public void put(String key, String value) {}
}
