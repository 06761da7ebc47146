package io.keelson.ee.jcache.lending;

import jakarta.enterprise.context.ApplicationScoped;
import java.lang.annotation.Annotation;
import javax.cache.annotation.CacheKeyGenerator;
import javax.cache.annotation.CacheKeyInvocationContext;
import javax.cache.annotation.GeneratedCacheKey;

/** A bean that makes keys of first letters. */
@ApplicationScoped
public class FirstLetter implements CacheKeyGenerator {
    @Override
    public GeneratedCacheKey generateCacheKey(CacheKeyInvocationContext<? extends Annotation> context) {
        return new Letter(context.getKeyParameters()[0].getValue().toString().charAt(0));
    }

    private record Letter(char letter) implements GeneratedCacheKey {}
}
