package io.keelson.ee.concurrency.office;

import jakarta.enterprise.concurrent.Asynchronous;
import jakarta.enterprise.concurrent.Schedule;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import javax.naming.InitialContext;

@ApplicationScoped
public class Desk {
    private final AtomicInteger runs = new AtomicInteger();

    @Asynchronous
    public CompletableFuture<String> later(Thread caller) throws Exception {
        return Asynchronous.Result.complete(
                InitialContext.doLookup("java:module/ModuleName") + " " + (Thread.currentThread() != caller));
    }

    @Asynchronous(executor = "java:app/office/limited")
    public CompletableFuture<String> fails() {
        throw new IllegalStateException("no paper");
    }

    @Asynchronous
    public String wrong() {
        return "";
    }

    @Asynchronous
    @Transactional
    public CompletableFuture<String> joining() {
        return null;
    }

    @Asynchronous(runAt = @Schedule(cron = "* * * * * *"))
    public CompletableFuture<Integer> thrice() {
        return runs.incrementAndGet() == 3 ? Asynchronous.Result.complete(3) : null;
    }

    @Asynchronous(runAt = @Schedule(cron = "* * * * * *"))
    public void everySecond() {
        System.setProperty("keelson.test.beat", Long.toString(System.nanoTime()));
    }
}
