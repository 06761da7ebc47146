package io.keelson.admin;

import io.keelson.admin.access.AuditLog;
import io.keelson.admin.access.Auditor;
import io.keelson.admin.access.Gate;
import io.keelson.admin.rest.Addresses;
import io.keelson.admin.rest.Answer;
import io.keelson.admin.rest.Caller;
import io.keelson.admin.rest.Problem;
import io.keelson.admin.rest.Router;
import io.keelson.base.work.WorkManager;
import io.keelson.http.ClientGoneException;
import io.keelson.http.HttpExchange;
import io.keelson.http.HttpHandler;
import io.keelson.http.RequestBodyException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Takes the requests of the management interface: checks on the muxer thread, works on administration's threads. */
final class ManagementHandler implements HttpHandler {
    private final Gate gate;
    private final Router router;
    private final Auditor auditor;
    private final WorkManager workManager;
    private final OpenRequests openRequests;
    private final String server;

    /**
     * A handler.
     *
     * @param server the name of this server, as commands know it
     * @param scheduler for deadlines of requests that need no login; belongs to the caller
     */
    ManagementHandler(
            Gate gate,
            Router router,
            Auditor auditor,
            WorkManager workManager,
            ScheduledExecutorService scheduler,
            String server) {
        this.server = server;
        this.gate = gate;
        this.router = router;
        this.auditor = auditor;
        this.workManager = workManager;
        this.openRequests = new OpenRequests(workManager, scheduler, this::refuse);
    }

    @Override
    public void handle(HttpExchange exchange) {
        Gate.Claim claim;
        boolean open;
        try {
            open = router.open(exchange);
            claim = gate.admit(exchange, open);
        } catch (Problem problem) {
            refuse(exchange, problem);
            return;
        }
        if (open && !exchange.request().headers().contains("Authorization")) {
            openRequests.take(exchange, body -> work(exchange, body, claim));
        } else if (!exchange.handOver(workManager, () -> work(exchange, null, claim))) {
            exchange.overloaded();
        }
    }

    /** Archives may be larger than what applications accept; each resource says how much it takes. */
    @Override
    public boolean limitsBody() {
        return true;
    }

    private void refuse(HttpExchange exchange, Problem problem) {
        tell(exchange, problem);
        // The disk is not for a muxer thread.
        audit(exchange, Caller.NOBODY, problem, workManager::offer);
        try {
            problem.answer().sendNow(exchange.response());
        } catch (IOException e) {
            exchange.abort(e);
        }
    }

    private static void tell(HttpExchange exchange, Problem problem) {
        if (exchange.request().headers().contains("Authorization") || problem.status() == 403) {
            AdminLog.LOG.refused(Addresses.text(exchange.remoteAddress()), String.valueOf(problem.getMessage()));
        }
    }

    private void audit(HttpExchange exchange, Caller caller, Problem problem, Consumer<Runnable> where) {
        if (Auditor.counts(exchange, problem)) {
            AuditLog.Request request = AuditLog.Request.of(exchange, caller);
            where.accept(() -> auditor.refused(request, problem));
        }
    }

    private void work(HttpExchange exchange, byte @Nullable [] body, Gate.Claim claim) {
        Answer answer;
        try {
            answer = answer(exchange, body, claim);
        } catch (IOException e) {
            exchange.abort(e);
            return;
        }
        if (answer.taken()) {
            return;
        }
        try {
            answer.send(exchange.response());
        } catch (IOException e) {
            // Nobody waits for the answer any more; what was asked for has been done.
            exchange.abort(e);
        }
    }

    private Answer answer(HttpExchange exchange, byte @Nullable [] body, Gate.Claim claim) throws IOException {
        Caller caller;
        try {
            caller = claim.prove();
        } catch (Problem problem) {
            tell(exchange, problem);
            audit(exchange, Caller.NOBODY, problem, Runnable::run);
            return problem.answer();
        }
        if (caller.known()) {
            exchange.user(caller.name());
        }
        try {
            return router.answer(
                    exchange,
                    body,
                    caller,
                    (route, call) -> auditor.audited(
                            exchange, caller, route, () -> route.resource().answer(call)));
        } catch (Problem problem) {
            audit(exchange, caller, problem, Runnable::run);
            return problem.answer();
        } catch (RequestBodyException e) {
            return Problem.notDone(e.status(), "Body not accepted", String.valueOf(e.getMessage()), List.of())
                    .answer();
        } catch (ClientGoneException | InterruptedIOException e) {
            throw e;
        } catch (IOException e) {
            // What a client does wrong with its body is told above: this is the server's own disk.
            String why = e.toString();
            AdminLog.LOG.notKept(exchange.request().method(), exchange.request().path(), why);
            return Problem.notDone(
                            507,
                            "Insufficient storage",
                            "The disk did not take it: " + why + "; look at the disk's space and rights",
                            List.of())
                    .answer();
        } catch (RuntimeException | Error e) {
            String path = exchange.request().path();
            AdminLog.LOG.failed(exchange.id(), exchange.request().method(), path, e);
            return Problem.notDone(
                            500,
                            "Internal error",
                            "An error of the server " + server + " itself: it could not do this; 'keelson log --server "
                                    + server + " --request " + exchange.id() + "' shows what its log says",
                            List.of())
                    .answer();
        }
    }
}
