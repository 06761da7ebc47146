package io.keelson.ejb.operations;

import jakarta.annotation.Resource;
import jakarta.ejb.Stateless;
import jakarta.ejb.Timeout;
import jakarta.ejb.TimerConfig;
import jakarta.ejb.TimerService;
import java.time.Duration;

/** Makes the timers that other beans use. */
@Stateless
public class Alarm {
    @Resource
    private TimerService timers;

    public void begin() {
        Tried.timer = timers.createSingleActionTimer(Duration.ofDays(1).toMillis(), new TimerConfig("late", false));
        Tried.handle = timers.createSingleActionTimer(Duration.ofDays(1).toMillis(), new TimerConfig("kept", true))
                .getHandle();
    }

    public void end() {
        Tried.timer.cancel();
        Tried.timer = null;
        Tried.handle.getTimer().cancel();
        Tried.handle = null;
    }

    @Timeout
    void due() {}
}
