package io.keelson.ejb.war;

import jakarta.annotation.Resource;
import jakarta.ejb.Schedule;
import jakarta.ejb.Singleton;
import jakarta.ejb.Timeout;
import jakarta.ejb.Timer;
import jakarta.ejb.TimerConfig;
import jakarta.ejb.TimerService;
import jakarta.transaction.Status;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.ArrayList;
import java.util.List;

/** Timers of all kinds. */
@Singleton
public class Ticking {
    private final List<String> heard = new ArrayList<>();
    private int ticks;

    @Resource
    private TimerService timers;

    @Resource
    private TransactionSynchronizationRegistry transactions;

    @Schedule(hour = "*", minute = "*", second = "*", persistent = false)
    void tick() {
        ticks++;
    }

    @Schedule(year = "2999", persistent = true, info = "late")
    void never() {
        heard.add("never");
    }

    @Timeout
    void due(Timer timer) {
        heard.add(timer.getInfo() + " " + (transactions.getTransactionStatus() == Status.STATUS_ACTIVE));
    }

    public void later(String info) {
        timers.createSingleActionTimer(1, new TimerConfig(info, false));
    }

    public String keep(String info) {
        timers.createTimer(1_000_000_000L, info);
        return kept();
    }

    public String kept() {
        return timers.getTimers().stream()
                .filter(timer -> timer.isPersistent())
                .map(timer -> String.valueOf(timer.getInfo()))
                .sorted()
                .toList()
                .toString();
    }

    public String state() {
        return (ticks > 0) + " " + heard;
    }
}
