package io.keelson.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.base.time.Ticker;
import io.keelson.kernel.lifecycle.ServerState;
import io.keelson.kernel.watch.Alarms;
import io.keelson.kernel.watch.HangingThreads;
import io.keelson.kernel.watch.HungThread;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class HealthHandlerTest {
    private long nanos;
    private ServerState state = ServerState.RUNNING;

    private final Ticker ticker = new Ticker() {
        @Override
        public long nanoTime() {
            return nanos;
        }

        @Override
        public long currentTimeMillis() {
            return 0;
        }
    };
    private boolean formed = true;
    private boolean doubtful;
    private final Readiness readiness = new Readiness(() -> state, () -> formed, () -> doubtful, ticker);
    private final Hanging hanging = new Hanging();
    private final Alarms alarms = new Alarms();
    private final HealthHandler handler = new HealthHandler(readiness, hanging, alarms, "server-1", ticker);

    private static final class Hanging implements HangingThreads {
        int count;
        boolean clientsWait;

        @Override
        public List<HungThread> hanging() {
            throw new AssertionError("stacks are not for everybody");
        }

        @Override
        public int count() {
            return count;
        }

        @Override
        public boolean clientsWait() {
            return clientsWait;
        }

        @Override
        public void addListener(Runnable listener) {}
    }

    private FakeExchange ask(String method, String path) {
        FakeExchange exchange = new FakeExchange(method, "/management/v1/health" + path);
        handler.handle(exchange);
        assertThat(exchange.ended).isTrue();
        assertThat(exchange.handedOver).as("answered on the muxer thread").isFalse();
        return exchange;
    }

    @Test
    void isReadyWhileItIsRunningOnly() {
        for (ServerState each : ServerState.values()) {
            state = each;
            assertThat(ask("GET", "/ready").status).as(each.name()).isEqualTo(each == ServerState.RUNNING ? 200 : 503);
            assertThat(ask("GET", "/live").status).isEqualTo(200);
        }
        assertThat(Arrays.asList(ServerState.values())).contains(ServerState.SUSPENDING);
    }

    @Test
    void saysItsStateAndItsNumberInCookiesAndNothingElse() {
        FakeExchange ready = ask("GET", "/ready");
        assertThat(ready.answer()).isEqualTo("{\"state\":\"RUNNING\",\"ready\":true}");
        assertThat(ready.answerHeader("Keelson-Route")).isEqualTo("2222092839");
        assertThat(ready.answerHeader("Cache-Control")).isEqualTo("no-store");
    }

    @Test
    void isNotLiveWhileAThreadHangsThatClientsDependOn() {
        hanging.count = 1;
        FakeExchange scheduler = ask("GET", "/live");
        assertThat(scheduler.status).isEqualTo(200);
        assertThat(scheduler.answer()).contains("\"hanging-threads\":1");
        hanging.clientsWait = true;
        assertThat(ask("GET", "/live").status).isEqualTo(503);
        assertThat(ask("GET", "/ready").status).isEqualTo(200);
    }

    @Test
    void namesWhatFailsAndIsReadyAllTheSame() {
        alarms.set("caches", "cannot be opened: the disk is full");
        FakeExchange failing = ask("GET", "/ready");
        assertThat(failing.status).isEqualTo(200);
        assertThat(failing.answer()).isEqualTo("{\"state\":\"RUNNING\",\"ready\":true,\"failing\":[\"caches\"]}");
        alarms.set("caches", null);
        assertThat(ask("GET", "/ready").answer()).doesNotContain("failing");
    }

    @Test
    void isNotReadyWhileItDoesNotKnowWhoseItsSessionsAre() {
        doubtful = true;
        FakeExchange doubts = ask("GET", "/ready");
        assertThat(doubts.status).isEqualTo(503);
        assertThat(doubts.answer()).isEqualTo("{\"state\":\"RUNNING\",\"ready\":false,\"waits-for\":\"sessions\"}");
        assertThat(doubts.answerHeader("Keelson-Refused")).isEqualTo("doubts");
        assertThat(ask("GET", "/live").status).isEqualTo(200);
        assertThat(ask("GET", "/live").answerHeader("Keelson-Refused")).isNull();
        state = ServerState.SUSPENDING;
        assertThat(ask("GET", "/ready").answerHeader("Keelson-Refused"))
                .as("it hands its sessions over")
                .isNull();
        state = ServerState.RUNNING;
        doubtful = false;
        assertThat(ask("GET", "/ready").status).isEqualTo(200);
    }

    private void comesTo(ServerState next) {
        ServerState before = state;
        state = next;
        readiness.changed(before, next);
    }

    @Test
    void isNotReadyBeforeItHasFoundItsCluster() {
        formed = false;
        state = ServerState.ADMIN;
        comesTo(ServerState.RUNNING);
        assertThat(ask("GET", "/ready").status).isEqualTo(503);
        assertThat(ask("GET", "/ready").answer())
                .isEqualTo("{\"state\":\"RUNNING\",\"ready\":false,\"waits-for\":\"cluster\"}");
        assertThat(ask("GET", "/live").status).isEqualTo(200);
        formed = true;
        assertThat(ask("GET", "/ready").status).isEqualTo(200);
        formed = false;
        assertThat(ask("GET", "/ready").status)
                .as("it serves on in its part of the cluster")
                .isEqualTo(200);
    }

    @Test
    void waitsForOthersThatAreAwayOnceAndNotForEver() {
        formed = false;
        state = ServerState.ADMIN;
        nanos = -7_000_000_000L;
        comesTo(ServerState.RUNNING);
        nanos += Readiness.PATIENCE.toNanos() - 1;
        assertThat(ask("GET", "/ready").status).isEqualTo(503);
        nanos += 1;
        assertThat(ask("GET", "/ready").status).isEqualTo(200);
        comesTo(ServerState.SUSPENDING);
        assertThat(ask("GET", "/ready").status).isEqualTo(503);
        comesTo(ServerState.RUNNING);
        assertThat(ask("GET", "/ready").status).isEqualTo(200);
    }

    @Test
    void knowsWhetherSomebodyLooksAtIt() {
        assertThat(handler.observed()).isFalse();
        ask("GET", "/live");
        assertThat(handler.observed()).isFalse();
        ask("HEAD", "/ready");
        assertThat(handler.observed()).isTrue();
        nanos += Duration.ofSeconds(5).toNanos();
        assertThat(handler.observed()).isFalse();
    }

    @Test
    void refusesWhatIsNoQuestion() {
        assertThat(ask("POST", "/ready").status).isEqualTo(405);
        assertThat(ask("GET", "/ready/x").status).isEqualTo(404);
    }
}
