package io.keelson.admin.cli;

import io.keelson.admin.client.HttpConversation.Body;
import io.keelson.base.thread.Threads;
import io.keelson.base.time.Ticker;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * A line that shows how far something is, on a terminal, from its second second on. A thread of its own asks and draws; the line goes
 * away when it is closed. {@code turn} and {@link #close} are called one after the other.
 */
final class ProgressLine implements AutoCloseable {
    private static final long QUIET_NANOS = Duration.ofSeconds(1).toNanos();
    private static final long EVERY_MILLIS = 250;
    private static final int WIDTH = 30;
    private static final int LONGEST = 100;

    private final @Nullable PrintWriter terminal;
    private final Runnable leave;
    private final Ticker ticker;
    private final long began;
    private @Nullable ScheduledExecutorService thread;
    private int drawn;

    /**
     * Step that something is at, and how far it is.
     *
     * @param text what is being done
     * @param share from 0 to 1; negative where it is not known
     */
    record Step(String text, double share) {}

    /** Says how far it is. */
    interface Source {
        Step step() throws CommandException;
    }

    /** Something that is sent, and can say meanwhile how far that is. Any thread may ask. */
    interface Sent {
        /** Returns how far it is; what is done behind it, when it has gone. */
        Step step(Step afterwards);
    }

    /**
     * One that is drawn on a terminal.
     *
     * @param terminal null: nothing is drawn
     * @param leave called when it is closed
     */
    ProgressLine(@Nullable PrintWriter terminal, Runnable leave, Ticker ticker) {
        this.terminal = terminal;
        this.leave = leave;
        this.ticker = ticker;
        this.began = ticker.nanoTime();
    }

    /**
     * The one of a command: on standard error, where a person looks at it, did not ask for JSON, and sees no other of the same command.
     *
     * @param spec the command; null: nothing is drawn
     */
    static ProgressLine of(@Nullable CommandSpec spec) {
        if (spec != null
                && !json(spec)
                && spec.root().userObject() instanceof ProgressPlace.Owner root
                && root.progress().take()) {
            return new ProgressLine(spec.commandLine().getErr(), root.progress()::leave, Ticker.system());
        }
        return new ProgressLine(null, () -> {}, Ticker.system());
    }

    private static boolean json(CommandSpec spec) {
        OptionSpec option = spec.findOption("--json");
        return option != null && Boolean.TRUE.equals(option.getValue());
    }

    /**
     * Work that takes a while.
     *
     * @param <T> what comes of it
     * @param <E> how else it fails
     */
    interface Work<T, E extends Exception> {
        T done() throws CommandException, E;
    }

    /** Shows, while something is done that does not say how far it is, what that is and for how long it has been done. */
    static <T, E extends Exception> T during(@Nullable CommandSpec spec, Supplier<String> text, Work<T, E> work)
            throws CommandException, E {
        try (ProgressLine line = of(spec)) {
            line.follow(() -> new Step(text.get(), -1));
            return work.done();
        }
    }

    /** The same where it is called the same all the time. */
    static <T, E extends Exception> T during(@Nullable CommandSpec spec, String text, Work<T, E> work)
            throws CommandException, E {
        return during(spec, () -> text, work);
    }

    /** The same for what is sent: how much of a file has gone, then what is done with it. */
    static <T, E extends Exception> T sending(
            @Nullable CommandSpec spec, @Nullable Body body, String afterwards, Work<T, E> work)
            throws CommandException, E {
        Step then = new Step(afterwards, -1);
        try (ProgressLine line = of(spec)) {
            line.follow(() -> body instanceof Sent sent ? sent.step(then) : then);
            return work.done();
        }
    }

    /** Returns whether somebody may see it. */
    boolean seen() {
        return terminal != null;
    }

    /** Begins to ask and to draw. */
    void follow(Source source) {
        if (terminal != null) {
            ScheduledExecutorService fresh = Threads.scheduler("keelson.progress");
            fresh.scheduleWithFixedDelay(() -> turn(source), EVERY_MILLIS, EVERY_MILLIS, TimeUnit.MILLISECONDS);
            thread = fresh;
        }
    }

    /** Asks once and draws, when it is time to. */
    void turn(Source source) {
        PrintWriter out = terminal;
        long since = ticker.nanoTime() - began;
        if (out == null || since < QUIET_NANOS) {
            return;
        }
        String line;
        try {
            line = text(source.step(), TimeUnit.NANOSECONDS.toSeconds(since));
        } catch (CommandException | RuntimeException e) { // what is followed says itself what has gone wrong
            return;
        }
        out.print(Terminal.line(line + " ".repeat(Math.max(0, drawn - line.length()))));
        out.flush();
        drawn = line.length();
    }

    private static String text(Step step, long seconds) {
        String text = step.text().length() > LONGEST ? step.text().substring(0, LONGEST - 3) + "..." : step.text();
        if (step.share() < 0) {
            return text + ", " + seconds + " s";
        }
        int full = (int) Math.round(Math.min(1, step.share()) * WIDTH);
        return "[" + "#".repeat(full) + "-".repeat(WIDTH - full) + "] " + Math.round(step.share() * 100) + " %  "
                + text;
    }

    @Override
    public void close() {
        ScheduledExecutorService running = thread;
        if (running != null) {
            running.shutdown();
            try {
                running.awaitTermination(EVERY_MILLIS, TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        PrintWriter out = terminal;
        if (out != null && drawn > 0) {
            out.print(Terminal.line(" ".repeat(drawn)) + "\r");
            out.flush();
        }
        leave.run();
    }
}
