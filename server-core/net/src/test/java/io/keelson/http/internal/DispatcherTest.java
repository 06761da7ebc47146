package io.keelson.http.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.http.HttpServer;
import io.keelson.http.HttpServer.Audience;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class DispatcherTest {
    private static String get(EmbeddedHttp http, String path) {
        String sent = http.send("GET " + path + " HTTP/1.1\r\nHost: a\r\n\r\n").sent();
        return sent.substring(sent.indexOf("\r\n\r\n") + 4).trim();
    }

    @Test
    void servesTheLongestPrefix() {
        try (EmbeddedHttp http = new EmbeddedHttp(e -> e.reply(200, "root"))) {
            http.dispatcher.register("/a", Audience.APPLICATION, e -> e.reply(200, "a"));
            http.dispatcher.register("/a/b", Audience.ADMINISTRATION, e -> e.reply(200, "ab"));
            assertThat(get(http, "/")).isEqualTo("root");
            assertThat(get(http, "/ab")).isEqualTo("root");
            assertThat(get(http, "/a")).isEqualTo("a");
            assertThat(get(http, "/a?b")).isEqualTo("a");
            assertThat(get(http, "/a;x=y/c")).isEqualTo("a");
            assertThat(get(http, "/a/b/c")).isEqualTo("ab");
        }
    }

    @Test
    void servesApplicationsAndAdministrationOnTheirChannels() {
        Dispatcher split = new Dispatcher(true);
        split.phase(Dispatcher.Phase.OPEN);
        split.register("/", Audience.APPLICATION, e -> e.reply(200, "application"));
        split.register("/management", Audience.ADMINISTRATION, e -> e.reply(200, "management"));
        try (EmbeddedHttp normal = new EmbeddedHttp(split, false);
                EmbeddedHttp admin = new EmbeddedHttp(split, true)) {
            assertThat(get(normal, "/management")).isEqualTo("application");
            assertThat(get(admin, "/management")).isEqualTo("management");
            assertThat(get(admin, "/")).isEqualTo("There is nothing here.");
        }
    }

    @Test
    void knowsWhereAdministrationHidesApplications() {
        Dispatcher one = new Dispatcher(false);
        one.register("/", Audience.APPLICATION, e -> {});
        one.register("/management", Audience.ADMINISTRATION, e -> {});
        assertThat(one.administers("/management")).isTrue();
        assertThat(one.administers("/management/shop")).isTrue();
        assertThat(one.administers("/managements")).isFalse();
        assertThat(one.administers("/")).isFalse();
        Dispatcher split = new Dispatcher(true);
        split.register("/management", Audience.ADMINISTRATION, e -> {});
        assertThat(split.administers("/management")).isFalse();
    }

    @Test
    void servesAPrefixOnceAndUntilItsRegistrationIsClosed() {
        Dispatcher dispatcher = new Dispatcher(false);
        dispatcher.phase(Dispatcher.Phase.OPEN);
        HttpServer.Registration r = dispatcher.register("/x", Audience.APPLICATION, e -> e.reply(200, "x"));
        assertThatThrownBy(() -> dispatcher.register("/x", Audience.APPLICATION, e -> {}))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> dispatcher.register("x", Audience.APPLICATION, e -> {}))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> dispatcher.register("/x/", Audience.APPLICATION, e -> {}))
                .isInstanceOf(IllegalArgumentException.class);
        try (EmbeddedHttp http = new EmbeddedHttp(dispatcher, false)) {
            assertThat(get(http, "/x")).isEqualTo("x");
            r.close();
            assertThat(http.send("GET /x HTTP/1.1\r\nHost: a\r\n\r\n").sent()).startsWith("HTTP/1.1 404 ");
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Dispatcher.Phase.class,
            names = {"CLOSED", "CLOSING"})
    void saysNotNowInsteadOfNotHereWhileRoomsComeAndGo(Dispatcher.Phase phase) {
        Dispatcher dispatcher = new Dispatcher(true);
        dispatcher.phase(phase);
        try (EmbeddedHttp normal = new EmbeddedHttp(dispatcher, false);
                EmbeddedHttp admin = new EmbeddedHttp(dispatcher, true)) {
            assertThat(normal.send("GET /x HTTP/1.1\r\nHost: a\r\n\r\n").sent())
                    .startsWith("HTTP/1.1 503 ")
                    .contains("Connection: close", "Retry-After: ");
            assertThat(admin.send("GET /x HTTP/1.1\r\nHost: a\r\n\r\n").sent()).startsWith("HTTP/1.1 404 ");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"*", "http://a"})
    void answersForTheWholeServerItself(String target) {
        AtomicInteger asked = new AtomicInteger();
        try (EmbeddedHttp http = new EmbeddedHttp(e -> asked.incrementAndGet())) {
            for (int i = 0; i < 2; i++) {
                String answer = http.send("OPTIONS " + target + " HTTP/1.1\r\nHost: a\r\n\r\n")
                        .sent();
                assertThat(answer)
                        .startsWith("HTTP/1.1 200 OK\r\n")
                        .contains("\r\nAllow: GET, POST, HEAD, PUT, DELETE, OPTIONS, PATCH, TRACE\r\n")
                        .endsWith("\r\nContent-Length: 0\r\n\r\n");
            }
            assertThat(asked).hasValue(0);
            assertThat(http.loop.applications()).isZero();
        }
    }
}
