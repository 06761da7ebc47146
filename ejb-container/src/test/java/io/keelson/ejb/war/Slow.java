package io.keelson.ejb.war;

import jakarta.annotation.Resource;
import jakarta.ejb.AsyncResult;
import jakarta.ejb.Asynchronous;
import jakarta.ejb.SessionContext;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.transaction.UserTransaction;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Asynchronous methods and transactions of its own. */
@Stateless
@TransactionManagement(TransactionManagementType.BEAN)
public class Slow {
    private static final CountDownLatch BEGUN = new CountDownLatch(1);

    @Resource
    private UserTransaction user;

    @Resource
    private SessionContext context;

    @Asynchronous
    public Future<String> twice(String text) {
        return new AsyncResult<>(text + text);
    }

    @Asynchronous
    public CompletableFuture<String> later(String text) {
        return CompletableFuture.completedFuture(text + " later");
    }

    @Asynchronous
    public Future<String> failing() {
        throw new IllegalStateException("asynchronously");
    }

    @Asynchronous
    public Future<String> untilCancelled() throws InterruptedException {
        BEGUN.countDown();
        while (!context.wasCancelCalled()) {
            TimeUnit.MILLISECONDS.sleep(1);
        }
        return new AsyncResult<>("heard of it");
    }

    public void awaitBegun() throws InterruptedException {
        BEGUN.await();
    }

    public String own() throws Exception {
        user.begin();
        int status = user.getStatus();
        user.rollback();
        return "status " + status;
    }

    public String leaves() throws Exception {
        user.begin();
        return "left open";
    }
}
