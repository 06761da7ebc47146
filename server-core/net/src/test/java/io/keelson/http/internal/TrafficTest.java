package io.keelson.http.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.http.HttpExchange;
import io.keelson.http.HttpHandler;
import io.keelson.http.HttpServer.Audience;
import io.keelson.http.Traffic;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests which requests are counted, for whom, and how long they take. */
class TrafficTest {
    private static final String GET = "GET /shop HTTP/1.1\r\nHost: a\r\n\r\n";

    private final Traffic shop = new Traffic("shop", "/shop");
    private final List<HttpExchange> kept = new ArrayList<>();

    /** A container with one application, which keeps its requests. */
    private final HttpHandler container = new HttpHandler() {
        @Override
        public void handle(HttpExchange exchange) {
            if (!exchange.request().path().startsWith("/shop")) {
                exchange.reply(404, "No application is deployed here.");
                return;
            }
            exchange.countFor(shop);
            kept.add(exchange);
        }

        @Override
        public List<Traffic> traffic() {
            return List.of(shop);
        }
    };

    private static Map<String, Long> requests(Traffic traffic) {
        Map<String, Long> some = new java.util.TreeMap<>(traffic.reading().requests());
        some.values().removeIf(count -> count == 0);
        return some;
    }

    private static Traffic strays(EmbeddedHttp http) {
        return http.dispatcher.traffic().get(0);
    }

    @Test
    void requestsOfAnApplicationAreCountedWhenTheyEndByStatusTimeAndBytes() {
        try (EmbeddedHttp http = new EmbeddedHttp(container)) {
            assertThat(http.dispatcher.traffic()).hasSize(2).contains(shop);
            http.send("POST /shop HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n12345");
            http.ticker.nanos += 30_000_000;
            assertThat(requests(shop)).isEmpty();
            kept.remove(0).reply(200, "hello");
            http.sent();
            http.send(GET);
            http.ticker.nanos += 2_000_000_000L;
            kept.remove(0).reply(503, "");
            http.sent();

            Traffic.Reading now = shop.reading();
            assertThat(requests(shop)).isEqualTo(Map.of("2xx", 1L, "5xx", 1L));
            assertThat(now.received()).isEqualTo(5);
            assertThat(now.sent()).isEqualTo("hello\n".length() + "\n".length());
            assertThat(now.duration().count()).isEqualTo(2);
            assertThat(now.duration().sum()).isEqualTo(2.03);
            assertThat(now.duration().counts().get(now.duration().bounds().indexOf(0.05)))
                    .isEqualTo(1);
            assertThat(now.duration().counts().get(now.duration().bounds().indexOf(2.5)))
                    .isEqualTo(1);
            assertThat(requests(strays(http))).isEmpty();
        }
    }

    @Test
    void whatComesToNoApplicationIsCountedApartAndMalformedRequestsAmongIt() {
        try (EmbeddedHttp http = new EmbeddedHttp(container)) {
            http.send("GET /nowhere HTTP/1.1\r\nHost: a\r\n\r\n").sent();
            http.send("GET /shop HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n").sent();
            assertThat(requests(strays(http))).isEqualTo(Map.of("4xx", 2L));
            assertThat(requests(shop)).isEmpty();
        }
    }

    @Test
    void managementIsNotCounted() {
        Dispatcher dispatcher = new Dispatcher(false);
        dispatcher.phase(Dispatcher.Phase.OPEN);
        dispatcher.register("/management", Audience.ADMINISTRATION, e -> e.reply(200, "m"));
        dispatcher.register("/health", Audience.ANYONE, e -> e.reply(200, "h"));
        try (EmbeddedHttp http = new EmbeddedHttp(dispatcher, false)) {
            assertThat(http.send("GET /management HTTP/1.1\r\nHost: a\r\n\r\n").sent())
                    .contains("200");
            assertThat(http.send("GET /health HTTP/1.1\r\nHost: a\r\n\r\n").sent())
                    .contains("200");
            assertThat(requests(strays(http))).isEmpty();
            http.send("GET /x HTTP/1.1\r\nHost: a\r\n\r\n").sent();
            assertThat(requests(strays(http))).isEqualTo(Map.of("4xx", 1L));
        }
    }

    @Test
    void aRequestThatIsBrokenOffIsCountedAsSuch() {
        try (EmbeddedHttp http = new EmbeddedHttp(container)) {
            http.send(GET);
            kept.remove(0).abort(null);
            http.sent();
            assertThat(requests(shop)).isEqualTo(Map.of("aborted", 1L));
        }
    }

    @Test
    void aRequestThatGoesOnInAnotherProtocolHasNoDuration() {
        shop.count(0, 101, 3_600_000_000_000L, 10, 20);
        assertThat(requests(shop)).isEqualTo(Map.of("1xx", 1L));
        assertThat(shop.reading().duration().count()).isZero();
        assertThat(shop.reading().duration().sum()).isZero();
        assertThat(shop.reading().received()).isEqualTo(10);
    }

    @Test
    void numbersOfAllLoopsAreAddedUpAndStatusesBeyondAreOthers() {
        shop.count(3, 200, 1_000_000, 1, 1);
        shop.count(0, 299, 1_000_001, 1, 1);
        shop.count(1, 999, 10_000_000_001L, 1, 1);
        assertThat(requests(shop)).isEqualTo(Map.of("2xx", 2L, "other", 1L));
        assertThat(shop.reading().duration().counts())
                .startsWith(1L, 1L)
                .endsWith(1L)
                .hasSize(shop.reading().duration().bounds().size() + 1);
    }

    @Test
    void streamsOfHttp2AreCountedAsRequestsAre() {
        try (H2Peer http = new H2Peer(container).begin()) {
            http.get(1, "/shop");
            kept.remove(0).reply(204, "");
            http.received();
            assertThat(requests(shop)).isEqualTo(Map.of("2xx", 1L));
        }
    }
}
