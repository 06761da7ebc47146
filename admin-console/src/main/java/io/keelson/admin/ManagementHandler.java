package io.keelson.admin;

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

/** Takes the requests of the management interface: checks on the muxer thread, works on administration's threads. */
final class ManagementHandler implements HttpHandler {
    private final Gate gate;
    private final Router router;
    private final WorkManager workManager;

    ManagementHandler(Gate gate, Router router, WorkManager workManager) {
        this.gate = gate;
        this.router = router;
        this.workManager = workManager;
    }

    @Override
    public void handle(HttpExchange exchange) {
        Gate.Claim claim;
        try {
            claim = gate.admit(exchange, router.open(exchange));
        } catch (Problem problem) {
            refuse(exchange, problem);
            return;
        }
        if (!exchange.handOver(workManager, () -> work(exchange, claim))) {
            exchange.overloaded();
        }
    }

    /** Archives may be larger than what applications accept; each resource says how much it takes. */
    @Override
    public boolean limitsBody() {
        return true;
    }

    private static void refuse(HttpExchange exchange, Problem problem) {
        tell(exchange, problem);
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

    private void work(HttpExchange exchange, Gate.Claim claim) {
        Answer answer;
        try {
            answer = answer(exchange, claim);
        } catch (IOException e) {
            exchange.abort(e);
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
            return problem.answer();
        }
        if (caller.known()) {
            exchange.user(caller.name());
        }
        try {
            return router.answer(exchange, caller);
        } catch (Problem problem) {
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
