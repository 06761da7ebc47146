package io.keelson.ee.jcache.lending;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.concurrent.atomic.AtomicInteger;
import javax.cache.annotation.CacheDefaults;
import javax.cache.annotation.CacheKey;
import javax.cache.annotation.CachePut;
import javax.cache.annotation.CacheRemove;
import javax.cache.annotation.CacheRemoveAll;
import javax.cache.annotation.CacheResult;
import javax.cache.annotation.CacheValue;

/** Counts the calls that come to its methods. */
@ApplicationScoped
@CacheDefaults(cacheName = "lending")
public class Lending {
    private final AtomicInteger calls = new AtomicInteger();

    public int calls() {
        return calls.get();
    }

    @CacheResult
    public String find(String title, int copy) {
        return title + '/' + copy + '#' + calls.incrementAndGet();
    }

    @CacheResult
    public String findAgain(@CacheKey String title, @CacheKey int copy, Object asker) {
        return find(title, copy);
    }

    @CacheResult(skipGet = true)
    public String fresh(String title, int copy) {
        return "fresh " + title + '/' + copy + '#' + calls.incrementAndGet();
    }

    @CachePut
    public void replace(String title, int copy, @CacheValue String found) {
        calls.incrementAndGet();
    }

    @CachePut(afterInvocation = false)
    public void replaceBefore(String title, int copy, @CacheValue String found) {
        throw new IllegalStateException("no");
    }

    @CachePut(cacheFor = IllegalStateException.class)
    public void replaceThough(String title, int copy, @CacheValue String found, boolean state) {
        throw state ? new IllegalStateException("no") : new IllegalArgumentException("no");
    }

    @CacheRemove
    public void forget(String title, int copy) {}

    @CacheRemove
    public void forgetIfWell(String title, int copy) {
        throw new IllegalStateException("kept");
    }

    @CacheRemove(noEvictFor = IllegalArgumentException.class)
    public void forgetUnless(String title, int copy) {
        throw new IllegalStateException("gone");
    }

    @CacheRemoveAll
    public void forgetAll() {}

    /** The cache is made of the method's name. */
    @CacheResult(
            cacheName = "broken",
            exceptionCacheName = "mistakes",
            nonCachedExceptions = IllegalStateException.class)
    public String broken(String kind) {
        int call = calls.incrementAndGet();
        throw kind.equals("state")
                ? new IllegalStateException("call " + call)
                : new IllegalArgumentException("call " + call);
    }

    /** A cache of the domain, whose keys are texts. */
    @CacheResult(cacheName = "demo")
    public String shared(String key) {
        return "shared " + key + '#' + calls.incrementAndGet();
    }

    @CacheResult(cacheName = "demo")
    public String sharedByParts(String first, String second) {
        return first + '+' + second + '#' + calls.incrementAndGet();
    }

    @CacheResult(cacheName = "demo")
    public String sharedByObject(Object key) {
        return "never";
    }

    @CacheResult(cacheName = "any", cacheKeyGenerator = FirstLetter.class, cacheResolverFactory = Chosen.class)
    public String byFirstLetter(String word) {
        return word + '#' + calls.incrementAndGet();
    }

    @CacheResult(cacheName = "nothing")
    public String nothing(String key) {
        calls.incrementAndGet();
        return null;
    }
}
