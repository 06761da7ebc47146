package io.keelson.http.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.keelson.base.trace.FinishedSpan;
import io.keelson.base.trace.Span;
import io.keelson.base.trace.Tracer;
import io.keelson.base.trace.Tracing;
import io.keelson.http.HttpExchange;
import io.keelson.http.HttpServer.Audience;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests what is said of requests that are followed. */
class HttpSpansTest {
    private static final String PARENT = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

    private final List<FinishedSpan> ended = new ArrayList<>();
    private final List<HttpExchange> kept = new ArrayList<>();
    private final Tracing tracing = new Tracing();
    private final Dispatcher dispatcher = new Dispatcher(false, tracing);
    private final EmbeddedHttp http = new EmbeddedHttp(dispatcher, false);

    HttpSpansTest() {
        dispatcher.register("/shop", Audience.APPLICATION, kept::add);
        dispatcher.register("/busy", Audience.APPLICATION, e -> {
            if (!e.handOver(EmbeddedHttp.ANY, () -> {})) {
                e.overloaded();
            }
        });
        dispatcher.register("/management", Audience.ADMINISTRATION, e -> e.reply(200, "management"));
        dispatcher.register("/health", Audience.ANYONE, e -> e.reply(200, "well"));
        dispatcher.phase(Dispatcher.Phase.OPEN);
        tracing.use(new Tracer(1, http.ticker, ended::add));
    }

    private HttpExchange arrive(String method, String target, String fields) {
        http.send(method + " " + target + " HTTP/1.1\r\nHost: shop.example:8080\r\n" + fields + "\r\n");
        return kept.get(kept.size() - 1);
    }

    private FinishedSpan only() {
        assertThat(ended).hasSize(1);
        return ended.remove(0);
    }

    @Test
    void aRequestIsDescribedAsTheConventionsSay() {
        HttpExchange exchange = arrive("GET", "/shop/cart%20x?password=hidden", "Cookie: JSESSIONID=hidden\r\n");
        exchange.span().route("/shop/*");
        http.pass(3);
        exchange.reply(200, "here");
        FinishedSpan span = only();
        assertThat(span.name()).isEqualTo("GET /shop/*");
        assertThat(span.kind()).isEqualTo(Span.Kind.SERVER);
        assertThat(span.error()).isFalse();
        assertThat(span.parentId()).isZero();
        assertThat(span.endEpochNanos() - span.startEpochNanos()).isEqualTo(3_000_000);
        assertThat(span.attributes())
                .containsEntry("http.request.method", "GET")
                .containsEntry("url.scheme", "http")
                .containsEntry("url.path", "/shop/cart%20x")
                .containsEntry("http.route", "/shop/*")
                .containsEntry("http.response.status_code", 200L)
                .containsEntry("network.protocol.version", "1.1")
                .containsEntry("network.peer.address", "127.0.0.1")
                .containsEntry("network.peer.port", 50_000L)
                .containsEntry("client.address", "127.0.0.1")
                .containsEntry("server.address", "shop.example")
                .containsEntry("server.port", 8080L)
                .containsEntry("keelson.request", exchange.id())
                .containsKey("keelson.channel")
                .doesNotContainKeys("error.type", "http.request.method_original", "keelson.refused_by");
        assertThat(span.toString()).doesNotContain("hidden").doesNotContain("password");
    }

    @Test
    void aRequestBelongsToTheSpanThatItNames() {
        arrive("GET", "/shop", "traceparent: " + PARENT + "\r\ntracestate: a=1\r\ntracestate: b=2\r\n")
                .reply(204, "");
        FinishedSpan span = only();
        assertThat(span.context().traceId()).isEqualTo("4bf92f3577b34da6a3ce929d0e0e4736");
        assertThat(span.parentId()).isEqualTo(0x00f067aa0ba902b7L);
        assertThat(span.context().state()).isEqualTo("a=1,b=2");

        arrive("GET", "/shop", "traceparent: " + PARENT.replace("-01", "-00") + "\r\n")
                .reply(204, "");
        assertThat(ended).as("who began the trace does not record it").isEmpty();

        for (String bad : List.of("x", "", PARENT.toUpperCase(Locale.ROOT).replace("-01", "-0Z"))) {
            arrive("GET", "/shop", "traceparent: " + bad + "\r\ntracestate: a=1\r\n")
                    .reply(204, "");
            assertThat(only()).satisfies(own -> {
                assertThat(own.parentId()).isZero();
                assertThat(own.context().traceId()).isNotEqualTo("4bf92f3577b34da6a3ce929d0e0e4736");
                assertThat(own.context().state()).isNull();
            });
        }
        arrive("GET", "/shop", "traceparent: " + PARENT + "\r\ntraceparent: " + PARENT + "\r\n")
                .reply(204, "");
        assertThat(only().parentId()).isZero();
    }

    @Test
    void aSpanIsOfOneRequestOfItsConnection() {
        Span first = arrive("GET", "/shop/1", "").span();
        kept.get(0).reply(200, "");
        arrive("GET", "/shop/2", "");
        first.route("/too/late");
        kept.get(1).reply(200, "");
        assertThat(ended).extracting(span -> span.attributes().get("url.path")).containsExactly("/shop/1", "/shop/2");
        assertThat(ended).extracting(FinishedSpan::name).containsExactly("GET", "GET");
        assertThat(ended.get(0).context().traceId())
                .isNotEqualTo(ended.get(1).context().traceId());
    }

    @Test
    void onlyWhatTheServerDidWrongIsAnError() {
        arrive("GET", "/shop", "").reply(404, "");
        assertThat(only().error()).isFalse();
        arrive("GET", "/shop", "").reply(503, "");
        assertThat(only()).satisfies(span -> {
            assertThat(span.error()).isTrue();
            assertThat(span.attributes()).containsEntry("error.type", "503");
        });
        HttpExchange failing = arrive("GET", "/shop", "");
        failing.span().failed(new IllegalStateException("hidden"));
        failing.reply(500, "");
        assertThat(only().attributes()).containsEntry("error.type", "java.lang.IllegalStateException");
        arrive("GET", "/shop", "").abort(null);
        assertThat(only()).satisfies(span -> {
            assertThat(span.error()).isTrue();
            assertThat(span.attributes())
                    .containsEntry("error.type", "aborted")
                    .doesNotContainKey("http.response.status_code");
        });
    }

    @Test
    void whatTheServerRefusesForAnApplicationIsFollowedToo() {
        http.send("GET /nowhere HTTP/1.1\r\nHost: a\r\n\r\n");
        assertThat(only().attributes()).containsEntry("http.response.status_code", 404L);
        http.full = true;
        http.send("GET /busy HTTP/1.1\r\nHost: a\r\n\r\n");
        assertThat(only().attributes())
                .containsEntry("http.response.status_code", 503L)
                .containsEntry("keelson.refused_by", EmbeddedHttp.ANY.name());
        dispatcher.phase(Dispatcher.Phase.CLOSING);
        http.send("GET /shop HTTP/1.1\r\nHost: a\r\n\r\n");
        assertThat(only()).satisfies(span -> {
            assertThat(span.attributes()).containsEntry("http.response.status_code", 503L);
            assertThat(span.error()).isTrue();
        });
    }

    @Test
    void operatorsAndProbesAreNotFollowed() {
        http.send("GET /management HTTP/1.1\r\nHost: a\r\n\r\n");
        http.send("GET /health HTTP/1.1\r\nHost: a\r\n\r\n");
        http.send("OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n");
        try (EmbeddedHttp admin = new EmbeddedHttp(dispatcher, true)) {
            admin.send("GET /nowhere HTTP/1.1\r\nHost: a\r\n\r\n");
        }
        assertThat(ended).isEmpty();
    }

    @Test
    void aMethodThatAClientHasThoughtOfIsNoName() {
        arrive("BREW", "/shop", "").reply(405, "");
        FinishedSpan span = only();
        assertThat(span.name()).isEqualTo("HTTP");
        assertThat(span.attributes())
                .containsEntry("http.request.method", "_OTHER")
                .containsEntry("http.request.method_original", "BREW");
    }

    @Test
    void whileNobodyFollowsThereIsNoSpan() {
        tracing.use(null);
        HttpExchange exchange = arrive("GET", "/shop", "traceparent: " + PARENT + "\r\n");
        assertThat(exchange.span()).isNull();
        exchange.reply(200, "");
        assertThat(ended).isEmpty();
    }

    @Test
    void theAccessLogNamesTheTrace() {
        List<String> ids = new ArrayList<>();
        dispatcher.accessLog(entry -> ids.add(entry.traceId()));
        arrive("GET", "/shop", "traceparent: " + PARENT + "\r\n").reply(200, "");
        tracing.use(null);
        arrive("GET", "/shop", "").reply(200, "");
        assertThat(ids).containsExactly("4bf92f3577b34da6a3ce929d0e0e4736", null);
    }

    @Test
    void streamsOfHttp2AreSpansOfTheirOwn() {
        try (H2Peer peer = new H2Peer(new EmbeddedHttp(dispatcher, false)).begin()) {
            peer.get(1, "/shop/1;jsessionid=hidden").get(3, "/shop/2");
            kept.get(1).reply(200, "");
            kept.get(0).reply(500, "");
        }
        assertThat(ended)
                .extracting(
                        span -> span.attributes().get("url.path"),
                        span -> span.attributes().get("network.protocol.version"),
                        FinishedSpan::error)
                .containsExactly(tuple("/shop/2", "2", false), tuple("/shop/1", "2", true));
    }

    @Test
    void pathsAreWithoutTheirParameters() {
        Map.of(
                        "/a;jsessionid=hidden", "/a",
                        "/a;x=1/b;y=2/c", "/a/b/c",
                        "/a;x", "/a",
                        "/;x/", "//",
                        "/a%3Bjsessionid=hidden", "/a",
                        "/a%3bjsessionid=hidden/b", "/a/b",
                        "/a/b", "/a/b",
                        "/", "/")
                .forEach((sent, shown) -> {
                    assertThat(HttpSpans.path(sent, sent.length())).as(sent).isEqualTo(shown);
                    assertThat(HttpSpans.path(sent + "?q=/;", sent.length()))
                            .as(sent)
                            .isEqualTo(shown);
                });
    }

    @Test
    void aServerIsNamedAsTheClientDoes() {
        for (String[] each : new String[][] {
            {"shop.example", "shop.example", "80"},
            {"[::1]:8443", "[::1]", "8443"},
            {"[::1]", "[::1]", "80"}
        }) {
            http.send("GET /shop HTTP/1.1\r\nHost: " + each[0] + "\r\n\r\n");
            kept.get(kept.size() - 1).reply(200, "");
            assertThat(only().attributes())
                    .containsEntry("server.address", each[1])
                    .containsEntry("server.port", Long.parseLong(each[2]));
        }
    }
}
