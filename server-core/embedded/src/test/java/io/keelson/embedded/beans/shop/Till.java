package io.keelson.embedded.beans.shop;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Resource;
import jakarta.ejb.AsyncResult;
import jakarta.ejb.Asynchronous;
import jakarta.ejb.Schedule;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.Timeout;
import jakarta.ejb.Timer;
import jakarta.ejb.TimerConfig;
import jakarta.ejb.TimerService;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/** A singleton that begins with the application, with timers and an asynchronous method. */
@Singleton
@Startup
public class Till {
    /** What has happened to it; the test reads the same field. */
    public static final List<String> EVENTS = new CopyOnWriteArrayList<>();

    /** Counts firings of its timers. */
    public static final AtomicInteger FIRED = new AtomicInteger();

    @Resource
    private TimerService timers;

    @PostConstruct
    void opens() {
        EVENTS.add("opened");
    }

    @PreDestroy
    void closes() {
        EVENTS.add("closed");
    }

    @Schedule(hour = "*", minute = "*", second = "*", persistent = false)
    void everySecond() {
        FIRED.incrementAndGet();
    }

    /** Has a timer fire at once. */
    public void ring() {
        timers.createSingleActionTimer(1, new TimerConfig("ring", false));
    }

    @Timeout
    void rings(Timer timer) {
        EVENTS.add(String.valueOf(timer.getInfo()));
    }

    /** Returns the name of the thread. */
    @Asynchronous
    public Future<String> count() {
        return new AsyncResult<>(Thread.currentThread().getName());
    }
}
