package io.keelson.admin.cli;

import io.keelson.admin.cli.ManagementClient.Reply;
import io.keelson.base.thread.Threads;
import jakarta.json.JsonObject;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Steps of an operation on an application, as the admin server tells them. A thread of its own asks, as a server that works hard may
 * take long to answer; whoever draws has what was known last. Thread-safe.
 */
final class OperationSteps implements AutoCloseable {
    private static final long EVERY_MILLIS = 250;
    private static final ProgressLine.Step WORKING = new ProgressLine.Step("Working", -1);

    private final @Nullable ScheduledExecutorService thread;
    private volatile ProgressLine.Step latest = WORKING;

    /** Asks for the application; empty where there is none yet. */
    interface Question {
        Optional<Reply> ask() throws CommandException;
    }

    /**
     * Begins to ask.
     *
     * @param wanted whether somebody looks; else nobody is asked
     */
    OperationSteps(boolean wanted, Question question) {
        if (wanted) {
            ScheduledExecutorService fresh = Threads.scheduler("keelson.progress.steps");
            fresh.scheduleWithFixedDelay(() -> look(question), EVERY_MILLIS, EVERY_MILLIS, TimeUnit.MILLISECONDS);
            thread = fresh;
        } else {
            thread = null;
        }
    }

    private void look(Question question) {
        try {
            latest = question.ask().map(OperationSteps::step).orElse(WORKING);
        } catch (CommandException | RuntimeException e) { // what is followed says itself what has gone wrong
            latest = WORKING;
        }
    }

    /** Returns what was known last. */
    ProgressLine.Step latest() {
        return latest;
    }

    /** Returns what an operation is at, as the admin server says. */
    private static ProgressLine.Step step(Reply reply) {
        try {
            JsonObject operation = reply.json().getJsonObject("operation");
            if (operation == null) {
                return WORKING;
            }
            String step = operation.getString("step");
            long bytes = 0;
            long of = 0;
            List<String> servers = new ArrayList<>();
            if (operation.containsKey("servers")) {
                for (JsonObject server : operation.getJsonArray("servers").getValuesAs(JsonObject.class)) {
                    servers.add(
                            server.getString("server") + " " + server.getString("step", server.getString("state", "")));
                    bytes += server.containsKey("bytes")
                            ? server.getJsonNumber("bytes").longValue()
                            : 0;
                    of += server.containsKey("of") ? server.getJsonNumber("of").longValue() : 0;
                }
            }
            String text = Character.toUpperCase(step.charAt(0))
                    + step.substring(1)
                    + (servers.isEmpty() ? "" : ": " + String.join(", ", servers));
            return new ProgressLine.Step(text, of > 0 ? (double) bytes / of : -1);
        } catch (IOException | RuntimeException e) { // a picture of the progress only
            return WORKING;
        }
    }

    /** Asks no more. A question that is under way is not waited for. */
    @Override
    public void close() {
        ScheduledExecutorService asking = thread;
        if (asking != null) {
            asking.shutdown();
        }
    }
}
