package io.keelson.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.admin.rest.Answer;
import io.keelson.admin.rest.Caller;
import io.keelson.admin.rest.Problem;
import io.keelson.admin.rest.Router;
import io.keelson.kernel.spi.singleton.SingletonServices;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SingletonsResourceTest {
    private final List<String> moves = new ArrayList<>();

    private final SingletonServices known = new SingletonServices() {
        @Override
        public List<State> services() {
            return List.of(
                    new State(
                            "counter",
                            "ACTIVE",
                            Optional.of("server-1"),
                            3,
                            Optional.of("2026-01-01T00:00:00Z"),
                            Optional.of("server-1"),
                            List.of("server-1", "server-2"),
                            Optional.of("shop")),
                    new State(
                            "idle",
                            "WAITING",
                            Optional.empty(),
                            0,
                            Optional.empty(),
                            Optional.empty(),
                            List.of(),
                            Optional.empty()));
        }

        @Override
        public List<HistoryEntry> history(String name) {
            if (!name.equals("counter")) {
                throw new IllegalArgumentException("there is no singleton service '" + name + "'");
            }
            return List.of(new HistoryEntry(
                    "2026-01-01T00:00:00Z", Optional.of("server-2"), "server-1", 3, "ACTIVE", "server-2 is gone"));
        }

        @Override
        public void migrate(String name, String server, String by) {
            if (server.equals("nowhere")) {
                throw new IllegalArgumentException("it cannot go to 'nowhere'");
            }
            moves.add(name + " to " + server + " by " + by);
        }
    };

    private static FakeExchange send(Optional<SingletonServices> services, String method, String target) {
        FakeExchange exchange = new FakeExchange(method, target);
        Router router = new Router("/management/v1", new SingletonsResource(services).routes());
        try {
            answer(router, exchange).send(exchange.response());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return exchange;
    }

    private static Answer answer(Router router, FakeExchange exchange) throws IOException {
        try {
            return router.answer(exchange, Caller.MANAGEMENT, Router.Around.NOTHING);
        } catch (Problem problem) {
            return problem.answer();
        }
    }

    private FakeExchange send(String method, String target) {
        return send(Optional.of(known), method, "/management/v1/" + target);
    }

    @Test
    void listsExactlyWhatIsPromised() {
        assertThat(send("GET", "singletons").answer())
                .isEqualTo(
                        "{\"singletons\":[{\"name\":\"counter\",\"state\":\"ACTIVE\",\"owner\":\"server-1\",\"epoch\":3,"
                                + "\"since\":\"2026-01-01T00:00:00Z\",\"preferred\":\"server-1\","
                                + "\"candidates\":[\"server-1\",\"server-2\"],\"application\":\"shop\"},"
                                + "{\"name\":\"idle\",\"state\":\"WAITING\",\"owner\":null,\"epoch\":0,\"since\":null,"
                                + "\"preferred\":null,\"candidates\":[],\"application\":null}]}");
        assertThat(send(Optional.empty(), "GET", "/management/v1/singletons").answer())
                .isEqualTo("{\"singletons\":[]}");
    }

    @Test
    void showsTheHistoryOfOne() {
        assertThat(send("GET", "singletons/counter/history").answer())
                .isEqualTo(
                        "{\"name\":\"counter\",\"history\":[{\"when\":\"2026-01-01T00:00:00Z\",\"from\":\"server-2\","
                                + "\"to\":\"server-1\",\"epoch\":3,\"result\":\"ACTIVE\",\"why\":\"server-2 is gone\"}]}");
        assertThat(send("GET", "singletons/other/history").status).isEqualTo(404);
    }

    @Test
    void movesOne() {
        assertThat(send("POST", "singletons/counter/migrate?to=server-2").status)
                .isEqualTo(202);
        assertThat(moves).containsExactly("counter to server-2 by management");

        assertThat(send("POST", "singletons/counter/migrate").status).isEqualTo(400);
        FakeExchange refused = send("POST", "singletons/counter/migrate?to=nowhere");
        assertThat(refused.status).isEqualTo(422);
        assertThat(refused.answer()).contains("it cannot go to 'nowhere'");
        assertThat(send(Optional.empty(), "POST", "/management/v1/singletons/counter/migrate?to=server-2").status)
                .isEqualTo(404);
        assertThat(moves).hasSize(1);
    }
}
