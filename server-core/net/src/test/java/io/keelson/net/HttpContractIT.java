package io.keelson.net;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.http.HttpExchange;
import io.keelson.http.HttpServer.Audience;
import io.keelson.net.config.ChannelLimits;
import io.keelson.net.config.ServerNetwork;
import io.keelson.net.fixture.Defaults;
import io.keelson.net.fixture.NetServer;
import io.keelson.net.fixture.PoolManagers;
import io.keelson.net.fixture.RawClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

abstract class HttpContractIT {
    abstract boolean nativeIo();

    NetServer server(Map<String, Object> limits) throws Exception {
        Map<String, Object> settings = new HashMap<>();
        settings.put("listenPort", 0);
        settings.put("nativeIoEnabled", nativeIo());
        settings.put("limits", Defaults.of(ChannelLimits.class, limits));
        NetServer server = new NetServer(Defaults.of(ServerNetwork.class, settings), new PoolManagers(8, 100));
        server.start();
        server.subsystem().administer();
        server.subsystem().resume();
        return server;
    }

    static void answer(HttpExchange exchange, String text) {
        try {
            exchange.response().write(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)), true);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void answersOnAWorker() throws Exception {
        try (NetServer server = server(Map.of());
                RawClient client = new RawClient(server.address("Default"))) {
            server.http()
                    .register(
                            "/",
                            Audience.APPLICATION,
                            e -> e.handOver(
                                    server.managers().standard(),
                                    () -> answer(e, Thread.currentThread().getName())));
            for (int i = 0; i < 3; i++) {
                client.send("GET /x HTTP/1.1\r\nHost: a\r\n\r\n");
                assertThat(client.response())
                        .startsWith("HTTP/1.1 200 OK\nDate: ")
                        .contains("test-standard-");
            }
        }
    }

    @Test
    void keepsTheOrderOfPipelinedRequests() throws Exception {
        try (NetServer server = server(Map.of());
                RawClient client = new RawClient(server.address("Default"))) {
            server.http()
                    .register(
                            "/",
                            Audience.APPLICATION,
                            e -> e.handOver(
                                    server.managers().standard(),
                                    () -> answer(e, e.request().path())));
            StringBuilder all = new StringBuilder();
            for (int i = 0; i < 500; i++) {
                all.append("GET /").append(i).append(" HTTP/1.1\r\nHost: a\r\n\r\n");
            }
            client.send(all.toString());
            for (int i = 0; i < 500; i++) {
                assertThat(client.response()).endsWith("\n/" + i);
            }
        }
    }
}
