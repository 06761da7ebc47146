package io.keelson.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.admin.rest.Answer;
import io.keelson.admin.rest.Caller;
import io.keelson.admin.rest.Problem;
import io.keelson.admin.rest.Router;
import io.keelson.base.config.Configuration;
import io.keelson.kernel.spi.resource.DataSourceTests;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DataSourcesResourceTest {
    private static final DataSourceTests TESTS = new DataSourceTests() {
        @Override
        public Outcome test(String name) {
            return switch (name) {
                case "orders" ->
                    new Outcome(
                            name,
                            true,
                            Duration.ofMillis(12),
                            "jdbc:x:orders",
                            Optional.of("X 1"),
                            Optional.of("X driver 2"),
                            List.of());
                case "shop/java:app/jdbc/x" ->
                    new Outcome(
                            name,
                            false,
                            Duration.ofMillis(3),
                            "jdbc:x:y",
                            Optional.empty(),
                            Optional.empty(),
                            List.of("refused", "no route"));
                case "busy" -> throw new IllegalStateException("four are being tested");
                default -> throw new IllegalArgumentException("There is no data source '" + name + "' here");
            };
        }

        @Override
        public Outcome test(String name, Configuration configuration) {
            throw new AssertionError("nothing is pending here");
        }
    };

    private static FakeExchange post(Optional<DataSourceTests> tests, String target) throws IOException {
        FakeExchange exchange = new FakeExchange("POST", "/management/v1/" + target);
        Router router = new Router("/management/v1", new DataSourcesResource(tests, null).routes());
        Answer answer;
        try {
            answer = router.answer(exchange, Caller.MANAGEMENT, Router.Around.NOTHING);
        } catch (Problem problem) {
            answer = problem.answer();
        }
        answer.send(exchange.response());
        return exchange;
    }

    @Test
    void whatCameOfATestIsAnsweredWhateverItIs() throws IOException {
        assertThat(post(Optional.of(TESTS), "data-sources/orders/test").answer())
                .isEqualTo("{\"name\":\"orders\",\"reached\":true,\"took-millis\":12,\"url\":\"jdbc:x:orders\","
                        + "\"product\":\"X 1\",\"driver\":\"X driver 2\",\"causes\":[]}");
        FakeExchange refused = post(Optional.of(TESTS), "data-sources/shop%2Fjava:app%2Fjdbc%2Fx/test");
        assertThat(refused.status).isEqualTo(200);
        assertThat(refused.answer()).contains("\"reached\":false", "\"product\":null", "[\"refused\",\"no route\"]");
    }

    @Test
    void whatCannotBeTestedSaysWhy() throws IOException {
        assertThat(post(Optional.of(TESTS), "data-sources/others/test").status).isEqualTo(404);
        assertThat(post(Optional.of(TESTS), "data-sources/busy/test").status).isEqualTo(409);
        assertThat(post(Optional.empty(), "data-sources/orders/test").status).isEqualTo(404);
        assertThat(post(Optional.of(TESTS), "data-sources/orders/test?pending=true")
                        .answer())
                .contains("on the admin server only");
    }
}
