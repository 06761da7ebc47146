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
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;

/** Takes the requests of the management interface: checks on the muxer thread, works on administration's threads. */
final class ManagementHandler implements HttpHandler {
    /** Who has not shown who they are may send a body slowly: they share a few threads, and leave the others alone. */
    static final int MOST_STRANGERS = 4;

    private final Gate gate;
    private final Router router;
    private final Auditor auditor;
    private final WorkManager workManager;
    private final Semaphore strangers = new Semaphore(MOST_STRANGERS);

    ManagementHandler(Gate gate, Router router, Auditor auditor, WorkManager workManager) {
        this.gate = gate;
        this.router = router;
        this.auditor = auditor;
        this.workManager = workManager;
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
        boolean stranger = open && !exchange.request().headers().contains("Authorization");
        if (stranger && !strangers.tryAcquire()) {
            exchange.overloaded();
            return;
        }
        if (!exchange.handOver(workManager, () -> work(exchange, claim, stranger))) {
            leave(stranger);
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

    private void leave(boolean stranger) {
        if (stranger) {
            strangers.release();
        }
    }

    private void work(HttpExchange exchange, Gate.Claim claim, boolean stranger) {
        try {
            work(exchange, claim);
        } finally {
            leave(stranger);
        }
    }

    private void work(HttpExchange exchange, Gate.Claim claim) {
        Answer answer;
        try {
            answer = answer(exchange, claim);
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

    private Answer answer(HttpExchange exchange, Gate.Claim claim) throws IOException {
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
            AdminLog.LOG.failed(exchange.request().method(), path, e);
            return Problem.notDone(
                            500,
                            "Internal error",
                            "The server could not do this; its log says why, at request " + exchange.id(),
                            List.of())
                    .answer();
        }
    }
}
