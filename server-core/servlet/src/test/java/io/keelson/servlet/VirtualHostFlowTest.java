package io.keelson.servlet;

import static io.keelson.servlet.TestWeb.servlet;
import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.servlet.compress.CompressionSettings;
import io.keelson.servlet.fixture.FakeExchange;
import io.keelson.servlet.host.VirtualHostSettings;
import io.keelson.servlet.host.VirtualHosts;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests which application a request reaches where there are virtual hosts. */
class VirtualHostFlowTest {
    @TempDir
    Path directory;

    private TestWeb web;

    @AfterEach
    void stop() {
        if (web != null) {
            web.close();
        }
    }

    public static final class Who extends HttpServlet {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.getWriter()
                    .print(getServletContext().getVirtualServerName() + " " + request.getContextPath() + " "
                            + request.getServerName());
        }
    }

    private TestWeb domain(String defaultApplication) {
        VirtualHosts hosts = VirtualHosts.of(Map.of(
                "store",
                new VirtualHostSettings(List.of("store.example", "*.store.example"), List.of(), defaultApplication)));
        web = new TestWeb(directory, CompressionSettings.OFF.compression(), hosts);
        return web;
    }

    private FakeExchange get(String host, String target) {
        FakeExchange exchange = new FakeExchange("GET", target);
        exchange.headers().set("Host", host);
        return web.send(exchange);
    }

    @Test
    void anApplicationOfAVirtualHostIsReachedByItsNamesOnly() throws Exception {
        domain(null).served("store", null).deploy(servlet("who", Who.class, "/who"));
        assertThat(get("STORE.example:80", "/shop/who").response().text()).isEqualTo("store /shop STORE.example");
        assertThat(get("www.store.example.", "/shop/who").response().status()).isEqualTo(200);
        assertThat(get("other.example", "/shop/who").response().status()).isEqualTo(404);
        assertThat(get("store.example", "/none").response().status()).isEqualTo(404);
    }

    @Test
    void anApplicationOfTheDefaultHostIsNotReachedByTheNamesOfOthers() throws Exception {
        domain(null).deploy(servlet("who", Who.class, "/who"));
        assertThat(get("other.example", "/shop/who").response().text()).isEqualTo("test/server /shop other.example");
        assertThat(get("store.example", "/shop/who").response().status()).isEqualTo(404);
    }

    @Test
    void theDefaultApplicationOfAHostIsAtItsRoot() throws Exception {
        domain("shop").served("store", null).deploy(servlet("who", Who.class, "/who"));
        assertThat(get("store.example", "/who").response().text()).isEqualTo("store  store.example");
        assertThat(get("store.example", "/shop/who").response().status()).isEqualTo(404);
    }

    @Test
    void aReplacementKeepsItsPlaceOnItsHost() throws Exception {
        domain(null).served("store", null).deploy(servlet("who", Who.class, "/who"));
        web.replace(
                servlet("who", Who.class, "/who2"),
                () -> assertThat(get("store.example", "/shop/who").response().status())
                        .isEqualTo(503));
        assertThat(get("store.example", "/shop/who2").response().status()).isEqualTo(200);
        assertThat(get("other.example", "/shop/who2").response().status()).isEqualTo(404);
    }
}
