package io.keelson.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.keelson.base.subsystem.Subsystem;
import io.keelson.http.HttpServer.Audience;
import io.keelson.muxer.Muxer;
import io.keelson.net.config.ChannelLimits;
import io.keelson.net.config.ServerNetwork;
import io.keelson.net.fixture.Defaults;
import io.keelson.net.fixture.MuxerChoice;
import io.keelson.net.fixture.NetServer;
import io.keelson.net.fixture.PoolManagers;
import io.keelson.net.fixture.RawClient;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Limits of a channel that listens are changed by the configuration, with connections open. Run on each muxer. */
@Timeout(60)
abstract class LiveLimitsContractIT {
    private static final String GET = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";

    private NetServer server;

    abstract Muxer.Kind muxer();

    private ServerNetwork settings(Map<String, Object> limits) {
        Map<String, Object> settings = new HashMap<>(MuxerChoice.of(muxer()));
        settings.put("listenPort", 0);
        settings.put("limits", Defaults.of(ChannelLimits.class, limits));
        return Defaults.of(ServerNetwork.class, settings);
    }

    private Subsystem prepared(Map<String, Object> limits) throws Exception {
        server.subsystem().prepare(NetServer.configuration(settings(limits)));
        return server.subsystem();
    }

    @BeforeEach
    void start() throws Exception {
        server = new NetServer(settings(Map.of("maxOpenSockets", 1)), new PoolManagers(2, 2)).start();
        server.subsystem().administer();
        server.subsystem().resume();
        server.http().register("/", Audience.APPLICATION, e -> e.reply(200, "x"));
    }

    @AfterEach
    void stop() throws Exception {
        server.close();
    }

    @Test
    void moreSocketsAreAcceptedAtOnce() throws Exception {
        try (RawClient one = new RawClient(server.address("Default"));
                RawClient two = new RawClient(server.address("Default"))) {
            assertThat(one.send(GET).response()).startsWith("HTTP/1.1 200 ");
            prepared(Map.of("maxOpenSockets", 5)).rollback();
            server.subsystem().commit();
            two.socket().setSoTimeout(300);
            assertThatThrownBy(() -> two.send(GET).response()).isInstanceOf(SocketTimeoutException.class);

            prepared(Map.of("maxOpenSockets", 2)).commit();

            two.socket().setSoTimeout(10_000);
            assertThat(two.response()).startsWith("HTTP/1.1 200 ");
        }
    }

    @Test
    void anOpenConnectionFollows() throws Exception {
        try (RawClient one = new RawClient(server.address("Default"))) {
            assertThat(one.send(GET).response()).startsWith("HTTP/1.1 200 ");
            prepared(Map.of("maxHeaderCount", 1)).commit();
            assertThat(one.send(GET).response()).startsWith("HTTP/1.1 200 ");
            prepared(Map.of("idleTimeout", Duration.ofMillis(100))).commit();
            one.socket().setSoTimeout(10_000);
            assertThat(one.closed()).isTrue();
        }
        prepared(Map.of("maxHeaderCount", 1)).commit();
        await().untilAsserted(() -> {
            try (RawClient two = new RawClient(server.address("Default"))) {
                assertThat(two.send("GET / HTTP/1.1\r\nHost: a\r\nB: c\r\n\r\n").response())
                        .startsWith("HTTP/1.1 431 ");
            }
        });
    }

    @Test
    void aChannelThatOpensLaterHasThem() throws Exception {
        prepared(Map.of("maxHeaderCount", 1)).commit();
        server.subsystem()
                .suspend(io.keelson.base.time.Deadline.in(io.keelson.base.time.Ticker.system(), Duration.ofSeconds(5)));
        server.subsystem().resume();
        try (RawClient one = new RawClient(server.address("Default"))) {
            assertThat(one.send("GET / HTTP/1.1\r\nHost: a\r\nB: c\r\n\r\n").response())
                    .startsWith("HTTP/1.1 431 ");
        }
    }
}
