package io.keelson.ejb.desk;

import jakarta.annotation.Resource;
import jakarta.ejb.AsyncResult;
import jakarta.ejb.Asynchronous;
import jakarta.ejb.Singleton;
import jakarta.ejb.Timeout;
import jakarta.ejb.TimerConfig;
import jakarta.ejb.TimerService;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Works on other threads than that of its caller. */
@Singleton
public class Desk {
    private static final CountDownLatch RUNG = new CountDownLatch(1);

    @Resource
    private TimerService timers;

    @Asynchronous
    public Future<String> later(String text) {
        return new AsyncResult<>(text);
    }

    public void ring() {
        timers.createSingleActionTimer(0, new TimerConfig(null, false));
    }

    public static boolean rung() throws InterruptedException {
        return RUNG.await(60, TimeUnit.SECONDS);
    }

    @Timeout
    public void timeout() {
        RUNG.countDown();
    }
}
