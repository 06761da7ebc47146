package io.keelson.admin;

import io.keelson.admin.rest.Answer;
import io.keelson.admin.rest.Call;
import io.keelson.admin.rest.Problem;
import io.keelson.admin.rest.Route;
import io.keelson.admin.rest.Schema;
import io.keelson.base.log.Severity;
import io.keelson.kernel.management.Role;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonReader;
import java.io.StringReader;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The end of this server's log: {@code server/log}. Thread-safe. */
final class LogResource {
    private static final Schema RECORD = Schema.object()
            .with("number", Schema.INTEGER)
            .with("timestamp", Schema.TEXT)
            .with("severity", Schema.TEXT)
            .with("logger", Schema.TEXT)
            .with("thread", Schema.TEXT)
            .maybe("id", Schema.TEXT)
            .with("message", Schema.TEXT)
            .maybe("context", Schema.entries(Schema.TEXT))
            .maybe(
                    "exception",
                    Schema.object("type", Schema.TEXT)
                            .with("message", Schema.TEXT)
                            .with("stack-trace", Schema.TEXT));

    private static final int MOST = 1000;
    private static final String USUAL = "200";

    private final RecentLog log;
    private final String server;

    LogResource(RecentLog log, String server) {
        this.log = log;
        this.server = server;
    }

    List<Route> routes() {
        return List.of(Route.of("GET", "server/log", Role.MONITOR, this::get)
                .says("shows the newest records of this server's log")
                .query("after", Schema.COUNT)
                .query("severity", Schema.choice("TRACE", "DEBUG", "INFO", "WARN", "ERROR", "FATAL"))
                .query("find", Schema.TEXT)
                .query("limit", Schema.COUNT)
                .answers(
                        200,
                        Schema.object()
                                .with("server", Schema.TEXT)
                                .with("records", Schema.list(RECORD))
                                .with("last", Schema.INTEGER)));
    }

    private Answer get(Call call) throws Problem {
        Map<String, String> query = call.query(Set.of("after", "severity", "find", "limit"));
        long after = number(query, "after", "0");
        int limit = (int) Math.min(MOST, number(query, "limit", USUAL));
        Severity least = severity(query.getOrDefault("severity", "TRACE"));
        String find = query.getOrDefault("find", "").toLowerCase(Locale.ROOT);
        // Asked for first: what comes in between is told next time.
        long last = log.last();
        Deque<String> found = new ArrayDeque<>();
        for (RecentLog.Entry entry : log.after(after)) {
            if (entry.number() <= last && entry.severity().compareTo(least) >= 0) {
                String json = entry.json().get().strip();
                if (json.toLowerCase(Locale.ROOT).contains(find)) {
                    // The number stands first in the object that the log makes.
                    found.addLast("{\"number\":" + entry.number() + "," + json.substring(1));
                }
            }
            if (found.size() > limit) {
                found.removeFirst();
            }
        }
        JsonArrayBuilder records = Answer.JSON.createArrayBuilder();
        for (String json : found) {
            try (JsonReader reader = Answer.JSON.createReader(new StringReader(json))) {
                records.add(reader.readObject());
            }
        }
        return Answer.json(
                200,
                Answer.JSON
                        .createObjectBuilder()
                        .add("server", server)
                        .add("records", records)
                        .add("last", last)
                        .build());
    }

    private static long number(Map<String, String> query, String name, String otherwise) throws Problem {
        String text = query.getOrDefault(name, otherwise);
        if (!text.matches("\\d{1,18}")) {
            throw Problem.badRequest("The parameter '" + name + "' is a number of at most 18 digits");
        }
        return Long.parseLong(text);
    }

    private static Severity severity(String text) throws Problem {
        return Arrays.stream(Severity.values())
                .filter(one -> one.name().equals(text))
                .findFirst()
                .orElseThrow(() -> Problem.badRequest(
                        "The parameter 'severity' is one of TRACE, DEBUG, INFO, WARN, ERROR and FATAL"));
    }
}
