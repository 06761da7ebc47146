package io.keelson.ee.microprofile.shop;

import jakarta.enterprise.context.ApplicationScoped;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import org.eclipse.microprofile.faulttolerance.Asynchronous;
import org.eclipse.microprofile.faulttolerance.Bulkhead;
import org.eclipse.microprofile.faulttolerance.CircuitBreaker;
import org.eclipse.microprofile.faulttolerance.Fallback;
import org.eclipse.microprofile.faulttolerance.Retry;
import org.eclipse.microprofile.faulttolerance.Timeout;

/** Methods that fail, and what becomes of it. */
@ApplicationScoped
public class Tolerant {
    private final AtomicInteger calls = new AtomicInteger();

    public int calls() {
        return calls.get();
    }

    @Retry(maxRetries = 4, delay = 0, jitter = 0)
    public String retried() {
        if (calls.incrementAndGet() < 4) {
            throw new IllegalStateException("not yet");
        }
        return "after " + calls.getAndSet(0);
    }

    @Timeout(value = 100, unit = ChronoUnit.MILLIS)
    @Fallback(fallbackMethod = "late")
    public String slow() throws InterruptedException {
        new CountDownLatch(1).await();
        return "in time";
    }

    String late() {
        return "late";
    }

    @CircuitBreaker(requestVolumeThreshold = 2, failureRatio = 1, delay = 1, delayUnit = ChronoUnit.HOURS)
    public void broken() {
        calls.incrementAndGet();
        throw new IllegalStateException("broken");
    }

    @Asynchronous
    public CompletionStage<String> later() {
        String name;
        try {
            name = new InitialContext().lookup("java:app/AppName").toString();
        } catch (NamingException e) {
            name = e.toString();
        }
        return CompletableFuture.completedFuture(
                Thread.currentThread().getName().replaceAll("'\\d+'", "'n'") + " of " + name);
    }

    @Bulkhead(1)
    public String one(CountDownLatch in, CountDownLatch out) throws InterruptedException {
        in.countDown();
        out.await();
        return "one";
    }
}
