package io.keelson.ee.microprofile.shop;

import jakarta.ejb.Stateless;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.microprofile.faulttolerance.Fallback;
import org.eclipse.microprofile.faulttolerance.Retry;

/** A session bean whose calls are repeated. */
@Stateless
public class TolerantSession {
    private static final AtomicInteger CALLS = new AtomicInteger();

    @Retry(maxRetries = 2, delay = 0, jitter = 0)
    @Fallback(fallbackMethod = "instead")
    public String failing() {
        CALLS.incrementAndGet();
        throw new IllegalStateException("always");
    }

    private String instead() {
        return "instead after " + CALLS.getAndSet(0);
    }
}
