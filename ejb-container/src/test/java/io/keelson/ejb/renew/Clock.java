package io.keelson.ejb.renew;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.Resource;
import jakarta.ejb.Asynchronous;
import jakarta.ejb.EJB;
import jakarta.ejb.Schedule;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.Timeout;
import jakarta.ejb.TimerConfig;
import jakarta.ejb.TimerService;
import java.lang.ref.WeakReference;
import java.util.Collection;
import java.util.concurrent.CountDownLatch;

/** Has timers of each kind, and shows its loader to the test. */
@Singleton
@Startup
public class Clock {
    public static final CountDownLatch RUNG = new CountDownLatch(2);

    @Resource
    private TimerService timers;

    @EJB
    private Store store;

    @PostConstruct
    @SuppressWarnings("unchecked") // the test put it there
    void begin() {
        ((Collection<WeakReference<ClassLoader>>) System.getProperties().get("keelson.test.loaders"))
                .add(new WeakReference<>(getClass().getClassLoader()));
        timers.createSingleActionTimer(0, new TimerConfig("at once", true));
        timers.createIntervalTimer(3_600_000, 3_600_000, new TimerConfig("later", false));
    }

    @Schedule(hour = "*", minute = "*", second = "*", persistent = false)
    void tick() {
        store.add("tick");
    }

    @Schedule(hour = "0", info = "nightly")
    void night() {}

    @Timeout
    void ring() {
        store.add("ring");
        RUNG.countDown();
    }

    /** Works on another thread. */
    @Asynchronous
    public void later() {
        RUNG.countDown();
    }
}
