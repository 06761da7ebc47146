package io.keelson.session.store;

import io.keelson.base.time.Ticker;
import io.keelson.kernel.context.Caller;
import io.keelson.servlet.spi.SessionHost;
import io.keelson.servlet.spi.SessionState;
import io.keelson.servlet.spi.SocketsProvider;
import io.keelson.testkit.ManualTicker;
import java.time.Duration;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CopyOnWriteArrayList;

/** An application on the test's thread: its work runs at once, its timers when the test lets the time pass. */
public class TestHost implements SessionHost {
    public final ManualTicker ticker;
    public boolean development;
    public final List<String> events = new CopyOnWriteArrayList<>();
    private final Deque<Runnable> timers = new ConcurrentLinkedDeque<>();

    public TestHost(ManualTicker ticker) {
        this.ticker = ticker;
    }

    /** Lets the time pass, and what waits for it run. */
    public void pass(Duration duration) {
        ticker.advance(duration);
        for (int waiting = timers.size(); waiting > 0; waiting--) {
            timers.remove().run();
        }
    }

    /** Returns how many actions wait for their time. */
    public int waiting() {
        return timers.size();
    }

    @Override
    public String application() {
        return "shop";
    }

    @Override
    public ClassLoader classLoader() {
        return TestHost.class.getClassLoader();
    }

    @Override
    public boolean development() {
        return development;
    }

    @Override
    public Ticker ticker() {
        return ticker;
    }

    @Override
    public int timeoutSeconds() {
        return 3600;
    }

    @Override
    public void willPassivate(SessionState session) {
        events.add("passivate");
    }

    @Override
    public void didActivate(SessionState session) {
        events.add("activate");
    }

    @Override
    public Optional<Caller> caller(String user) {
        return user.equals("ann") ? Optional.of(new Caller(() -> "ann", Set.of("clerks"))) : Optional.empty();
    }

    @Override
    public void execute(Runnable work) {
        work.run();
    }

    @Override
    public SocketsProvider.Pending after(Duration delay, Runnable action) {
        timers.add(action);
        return () -> timers.remove(action);
    }
}
