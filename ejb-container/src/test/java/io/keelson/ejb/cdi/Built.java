package io.keelson.ejb.cdi;

import jakarta.ejb.Singleton;
import jakarta.interceptor.AroundConstruct;
import jakarta.interceptor.Interceptors;
import jakarta.interceptor.InvocationContext;
import java.util.concurrent.atomic.AtomicInteger;

/** A bean with an interceptor around its construction. */
@Singleton
@Interceptors(Built.Builder.class)
public class Built {
    /** Returns how often the interceptor has run. */
    public int times() {
        return Builder.TIMES.get();
    }

    /** The interceptor. */
    public static class Builder {
        static final AtomicInteger TIMES = new AtomicInteger();

        @AroundConstruct
        void build(InvocationContext context) throws Exception {
            TIMES.incrementAndGet();
            context.proceed();
        }
    }
}
