package io.keelson.admin.access;

import io.keelson.admin.rest.Addresses;
import io.keelson.admin.rest.Answer;
import io.keelson.admin.rest.Caller;
import io.keelson.base.time.Ticker;
import io.keelson.http.HttpExchange;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The record of what was changed by whom: one JSON object a line in {@code servers/NAME/logs/audit.log}. A change has two lines: one
 * before it is begun, which is on the disk before anything happens, and one with its result. What was refused has one. There is no
 * setting that switches it off, and no secret in it. docs/design/management-access.md.
 *
 * <p>Thread-safe: {@code writing} is held while a line is written and guards all state. Blocks for the disk, so it is not for a
 * muxer thread.
 */
public final class AuditLog implements AutoCloseable {
    /** So many lines a minute may those cause who have not shown who they are; others are counted. */
    static final int STRANGERS = 120;

    private static final long MINUTE = Duration.ofMinutes(1).toNanos();
    private static final int LONGEST = 2000;

    private final AuditFile file;
    private final String server;
    private final Ticker ticker;
    private final ReentrantLock writing = new ReentrantLock();
    private long minute;
    private int strangers;
    private long leftOut;
    private long complainedAt;
    private boolean complained;

    /**
     * Request as the audit log tells of it. It is kept while the request is carried out, as its exchange ends before the result is
     * written.
     *
     * @param request the request's number in this server
     * @param user the user's name; empty for nobody that is known
     * @param via how they have shown who they are
     * @param roles their roles
     * @param from the client's address
     * @param method the method
     * @param path the address
     * @param query the query; null where there is none
     */
    public record Request(
            long request,
            String user,
            String via,
            String roles,
            String from,
            String method,
            String path,
            @Nullable String query) {
        /** The one of an exchange. */
        public static Request of(HttpExchange exchange, Caller caller) {
            return new Request(
                    exchange.id(),
                    caller.name(),
                    caller.via().name().toLowerCase(java.util.Locale.ROOT),
                    caller.roleNames(),
                    Addresses.text(exchange.remoteAddress()),
                    exchange.request().method(),
                    exchange.request().path(),
                    exchange.request().query());
        }

        /** The same of another user. */
        public Request by(String other) {
            return new Request(request, other, via, roles, from, method, path, query);
        }
    }

    /**
     * A log.
     *
     * @param server the name of this server, which is in each line
     */
    public AuditLog(AuditFile file, String server, Ticker ticker) {
        this.file = file;
        this.server = server;
        this.ticker = ticker;
        this.minute = ticker.nanoTime();
    }

    /**
     * Writes that a change is about to be made. It is on the disk when this returns.
     *
     * @throws IOException when it cannot be written: then the change must not be made
     */
    public void begin(Request request) throws IOException {
        write(line("begin", request), true);
    }

    /** Writes how a change has ended. What cannot be written any more is complained about in the server's log. */
    public void end(Request request, int status, @Nullable String why) {
        tell(result("end", request, status, why), true);
    }

    /** Writes that somebody was refused something. */
    public void refused(Request request, int status, String why) {
        if (request.user().isEmpty() && tooMany()) {
            return;
        }
        tell(result("refused", request, status, why), false);
    }

    private boolean tooMany() {
        writing.lock();
        try {
            long now = ticker.nanoTime();
            if (now - minute >= MINUTE) {
                minute = now;
                strangers = 0;
            }
            if (++strangers > STRANGERS) {
                leftOut++;
                return true;
            }
            return false;
        } finally {
            writing.unlock();
        }
    }

    private JsonObjectBuilder line(String event, Request request) {
        JsonObjectBuilder line = Answer.JSON
                .createObjectBuilder()
                .add("time", Instant.ofEpochMilli(ticker.currentTimeMillis()).toString())
                .add("server", server)
                .add("event", event)
                .add("request", request.request())
                .add("user", request.user())
                .add("via", request.via())
                .add("roles", request.roles())
                .add("from", request.from())
                .add("method", request.method())
                .add("path", cut(request.path()));
        if (request.query() != null) {
            line.add("query", cut(request.query()));
        }
        return line;
    }

    private JsonObjectBuilder result(String event, Request request, int status, @Nullable String why) {
        JsonObjectBuilder line = line(event, request).add("status", status);
        return why == null ? line : line.add("why", cut(why));
    }

    private static String cut(String text) {
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "...";
    }

    private void tell(JsonObjectBuilder line, boolean force) {
        try {
            write(line, force);
        } catch (IOException e) {
            complain(e);
        }
    }

    private void write(JsonObjectBuilder line, boolean force) throws IOException {
        writing.lock();
        try {
            if (leftOut > 0) {
                line.add("left-out-before", leftOut);
            }
            JsonObject json = line.build();
            file.write((json + "\n").getBytes(StandardCharsets.UTF_8), force);
            leftOut = 0;
        } finally {
            writing.unlock();
        }
    }

    /** Once a minute: a full disk is no reason to fill the log too. */
    private void complain(IOException why) {
        writing.lock();
        try {
            leftOut++;
            if (complained && ticker.nanoTime() - complainedAt < MINUTE) {
                return;
            }
            complained = true;
            complainedAt = ticker.nanoTime();
        } finally {
            writing.unlock();
        }
        AccessLog.LOG.notAudited(file.path(), why.toString());
    }

    @Override
    public void close() throws IOException {
        writing.lock();
        try {
            file.close();
        } finally {
            writing.unlock();
        }
    }
}
