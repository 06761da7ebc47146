package io.keelson.admin.access;

import io.keelson.admin.rest.Answer;
import io.keelson.admin.rest.Caller;
import io.keelson.admin.rest.Problem;
import io.keelson.admin.rest.Route;
import io.keelson.http.HttpExchange;
import java.io.IOException;
import java.util.List;
import java.util.Set;

/** Has operations written into the audit log: every one that changes something, and every one that was refused. Thread-safe. */
public final class Auditor {
    private static final Set<String> LOOKING = Set.of("GET", "HEAD", "OPTIONS");

    /** Operations that must go on though the log's disk is full: a server that cannot be stopped helps nobody. */
    private static final Set<String> ALWAYS = Set.of("POST server/shutdown", "DELETE login");

    private final AuditLog log;

    /** Work that carries an operation out. */
    @FunctionalInterface
    public interface Work {
        /**
         * Does it.
         *
         * @throws Problem where it cannot be done
         * @throws IOException when the client is gone or the disk does not take it
         */
        Answer run() throws Problem, IOException;
    }

    /** One that writes into that log. */
    public Auditor(AuditLog log) {
        this.log = log;
    }

    /** Carries out what a caller may do. */
    public Answer audited(HttpExchange exchange, Caller caller, Route route, Work work) throws Problem, IOException {
        if (LOOKING.contains(exchange.request().method()) || !caller.known()) {
            return work.run();
        }
        AuditLog.Request request = AuditLog.Request.of(exchange, caller);
        begin(request, route);
        int status = 0;
        String why = "it broke off";
        try {
            Answer answer = work.run();
            status = answer.status();
            why = null;
            return answer;
        } catch (Problem problem) {
            status = problem.status();
            why = problem.getMessage();
            throw problem;
        } finally {
            log.end(request, status, why);
        }
    }

    private void begin(AuditLog.Request request, Route route) throws Problem {
        try {
            log.begin(request);
        } catch (IOException e) {
            if (!ALWAYS.contains(route.method() + " " + route.address())) {
                throw notAudited(e);
            }
        }
    }

    static Problem notAudited(IOException e) {
        return Problem.notDone(
                507,
                "Insufficient storage",
                "Nothing was changed, as the audit log cannot be written: " + e
                        + "; look at the disk's space and rights",
                List.of());
    }

    /** Returns whether a refusal is one of somebody who has tried something, not of a page that asks whether its user is logged in. */
    public static boolean counts(HttpExchange exchange, Problem problem) {
        return switch (problem.status()) {
            case 403, 429 -> true;
            case 401 ->
                exchange.request().headers().contains("Authorization")
                        || !LOOKING.contains(exchange.request().method());
            default -> false;
        };
    }

    /** Writes that somebody was refused something. */
    public void refused(AuditLog.Request request, Problem problem) {
        String user = problem.about().orElse(request.user());
        log.refused(request.by(user), problem.status(), String.valueOf(problem.getMessage()));
    }
}
