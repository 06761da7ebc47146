package io.keelson.ejb.burst;

import jakarta.annotation.Resource;
import jakarta.ejb.Stateless;
import jakarta.ejb.Timeout;
import jakarta.ejb.Timer;
import jakarta.ejb.TimerConfig;
import jakarta.ejb.TimerService;
import java.util.Date;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Many timers. */
@Stateless
public class Alarms {
    static final ConcurrentHashMap<String, AtomicInteger> FIRED = new ConcurrentHashMap<>();
    static final AtomicInteger COUNT = new AtomicInteger();
    static final AtomicLong FIRST = new AtomicLong();
    static final AtomicLong LAST = new AtomicLong();

    @Resource
    private TimerService timers;

    /** Makes timers for one moment, in one transaction. */
    public void make(int from, int to, long due, boolean persistent) {
        for (int i = from; i < to; i++) {
            timers.createSingleActionTimer(new Date(due), new TimerConfig("t" + i, persistent));
        }
    }

    /** Makes timers that fire each second. */
    public void everySecond(int from, int to, long begin) {
        for (int i = from; i < to; i++) {
            timers.createIntervalTimer(new Date(begin + i % 1000), 1000, new TimerConfig("i" + i, false));
        }
    }

    /** Cancels all timers, and returns how many there were. */
    public int cancel() {
        int count = 0;
        for (Timer each : timers.getTimers()) {
            each.cancel();
            count++;
        }
        return count;
    }

    @Timeout
    public void ring(Timer timer) {
        long now = System.nanoTime();
        FIRST.compareAndSet(0, now);
        LAST.accumulateAndGet(now, Math::max);
        FIRED.computeIfAbsent(String.valueOf(timer.getInfo()), none -> new AtomicInteger())
                .incrementAndGet();
        COUNT.incrementAndGet();
    }
}
