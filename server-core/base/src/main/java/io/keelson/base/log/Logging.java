package io.keelson.base.log;

import io.keelson.base.time.Ticker;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import org.jboss.logmanager.LogContext;
import org.jboss.logmanager.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The server log in force. JBoss Logging, {@code java.util.logging}, {@code System.Logger} and SLF4J all end in it. There is
 * one log manager a JVM: the last {@link #configure} counts, and {@link #close} puts back what was before. Thread-safe.
 *
 * <p>See docs/design/log.md.
 */
public final class Logging implements AutoCloseable {
    private static final String MANAGER = "org.jboss.logmanager.LogManager";
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

    private final LogQueue<LogEvent> console;
    private final @Nullable LogQueue<LogEvent> file;
    private final LogHandler handler;
    private final Handler[] previousHandlers;
    private final Level previousLevel;
    /** The categories with a threshold of their own; holding them keeps the log manager from collecting them. */
    private final List<Logger> categories = new ArrayList<>();

    private Logging(LogSettings settings, Path directory, Ticker ticker, LogOutput consoleOutput, boolean colours) {
        LogTroubles troubles = LogTroubles.ToServerLog.INSTANCE;
        LogForm form = settings.console();
        console = queue("console", settings.queueLength(), form, colours, consoleOutput, troubles, ticker);
        file = settings.fileForm() == LogForm.OFF
                ? null
                : queue(
                        "server",
                        settings.queueLength(),
                        settings.fileForm(),
                        false,
                        output(settings, directory, ticker),
                        troubles,
                        ticker);
        List<LogHandler.Destination> destinations = new ArrayList<>();
        destinations.add(new LogHandler.Destination(console, form == LogForm.OFF));
        if (file != null) {
            destinations.add(new LogHandler.Destination(file, false));
        }
        handler = new LogHandler(this, destinations);
        Logger root = root();
        previousLevel = root.getLevel();
        previousHandlers = root.getHandlers();
        root.setHandlers(new Handler[] {handler});
        applyLevels(settings);
        console.start();
        if (file != null) {
            file.start();
        }
    }

    /**
     * Makes the JBoss log manager the one of {@code java.util.logging}. Must run before anything else in the JVM logs;
     * {@code bin/keelson} does the same with a system property. Does nothing when another was named already.
     */
    public static void claimLogManager() {
        if (System.getProperty("java.util.logging.manager") == null) {
            System.setProperty("java.util.logging.manager", MANAGER);
        }
    }

    /**
     * Begins to log as configured. Never fails because of a file that cannot be written: that is reported on the console
     * and tried again.
     *
     * @param directory the server's directory, against which the file's path is resolved
     */
    public static Logging configure(LogSettings settings, Path directory, Ticker ticker) {
        return configure(settings, directory, ticker, ConsoleOutput.standard(), ConsoleOutput.coloured());
    }

    static Logging configure(LogSettings settings, Path directory, Ticker ticker, LogOutput console, boolean colours) {
        claimLogManager();
        Logging logging = new Logging(settings, directory, ticker, console, colours);
        String manager = LogManager.getLogManager().getClass().getName();
        if (!manager.equals(MANAGER)) {
            BaseLog.LOG.foreignLogManager(manager);
        }
        return logging;
    }

    /** The log that was configured last and is not closed. */
    public static Optional<Logging> inForce() {
        for (Handler handler : root().getHandlers()) {
            if (handler instanceof LogHandler ours) {
                return Optional.of(ours.owner());
            }
        }
        return Optional.empty();
    }

    private static LogQueue<LogEvent> queue(
            String name,
            int length,
            LogForm form,
            boolean colours,
            LogOutput output,
            LogTroubles troubles,
            Ticker ticker) {
        LogQueue.Form<LogEvent> written =
                form == LogForm.JSON ? new LogJson() : new LogText(ZoneId.systemDefault(), colours);
        return new LogQueue<>(name, length, Duration.ZERO, written, output, troubles, ticker);
    }

    private static LogOutput output(LogSettings settings, Path directory, Ticker ticker) {
        return new RotatingFile(
                "server",
                directory.resolve(settings.file()),
                settings.maxSize().bytes(),
                settings.maxFiles(),
                settings.rotateAtStart(),
                LogTroubles.ToServerLog.INSTANCE,
                ticker);
    }

    private static Logger root() {
        return LogContext.getLogContext().getLogger("");
    }

    /** Shows every record that is logged from now on to somebody else too, until that is closed or the log is. */
    public LogTap.Registration tap(LogTap tap) {
        return handler.tap(tap);
    }

    /**
     * Shows every record that is logged from now on to somebody else too, until that is closed or the log is. In contrast to {@link #tap}
     * it sees the
     * record itself, with what an application has put into it.
     */
    public LogTap.Registration tapRecords(RecordTap tap) {
        return handler.tap(tap);
    }

    /** Applies other thresholds to the running log; the rest of the settings needs a restart. */
    public void levels(LogSettings settings) {
        synchronized (categories) {
            applyLevels(settings);
        }
    }

    private void applyLevels(LogSettings settings) {
        for (Logger category : categories) {
            category.setLevel(null);
        }
        categories.clear();
        root().setLevel(settings.level().level());
        for (Map.Entry<String, Severity> entry : settings.levels().entrySet()) {
            Logger category = LogContext.getLogContext().getLogger(entry.getKey());
            category.setLevel(entry.getValue().level());
            categories.add(category);
        }
    }

    /** Returns how many records have been dropped since the start because a destination was too slow or failed. */
    public long dropped() {
        return console.dropped() + (file == null ? 0 : file.dropped());
    }

    /**
     * Writes what is queued, for at most that long, and puts back what was before.
     *
     * @return whether everything has been written
     */
    public boolean close(Duration timeout) {
        synchronized (categories) {
            categories.forEach(category -> category.setLevel(null));
            categories.clear();
        }
        Logger root = root();
        Handler[] now = root.getHandlers();
        if (now.length == 1 && now[0] == handler) {
            root.setHandlers(previousHandlers);
            root.setLevel(previousLevel);
        }
        boolean written = file == null || file.close(timeout);
        return console.close(timeout) & written;
    }

    /** Closes within five seconds a destination. */
    @Override
    public void close() {
        close(CLOSE_TIMEOUT);
    }
}
