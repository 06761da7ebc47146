package io.keelson.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import io.keelson.base.time.Deadline;
import io.keelson.base.time.Ticker;
import io.keelson.http.HttpExchange;
import io.keelson.http.HttpServer.Audience;
import io.keelson.muxer.Muxer;
import io.keelson.muxer.MuxerSettings;
import io.keelson.net.config.ChannelSettings;
import io.keelson.net.config.ServerNetwork;
import io.keelson.net.fixture.Defaults;
import io.keelson.net.fixture.MuxerChoice;
import io.keelson.net.fixture.NetServer;
import io.keelson.net.fixture.PoolManagers;
import io.keelson.net.fixture.RawClient;
import io.keelson.net.spi.Connection;
import io.keelson.net.spi.ProtocolProvider;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests what channels and the network subsystem do; run on each muxer. */
@Timeout(60)
abstract class ChannelsContractIT {
    private static final String GET = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
    private static final String MANAGE = "GET /management HTTP/1.1\r\nHost: a\r\n\r\n";

    private NetServer server;

    abstract Muxer.Kind muxer();

    private NetServer make(Map<String, Object> more) {
        Map<String, Object> settings = new HashMap<>(MuxerChoice.of(muxer()));
        settings.put("listenPort", 0);
        settings.putAll(more);
        server = new NetServer(Defaults.of(ServerNetwork.class, settings), new PoolManagers(2, 2));
        return server;
    }

    private static Map<String, ChannelSettings> adminChannel() {
        return Map.of("admin", Defaults.of(ChannelSettings.class, Map.of("listenPort", 0, "admin", true)));
    }

    private void handlers() {
        server.http().register("/", Audience.APPLICATION, e -> e.reply(200, "application"));
        server.http()
                .register(
                        "/management",
                        Audience.ADMINISTRATION,
                        e -> e.handOver(server.managers().administration(), () -> e.reply(200, "management")));
    }

    private RawClient client(String channel) throws IOException {
        return new RawClient(server.address(channel));
    }

    private static Deadline in(Duration time) {
        return Deadline.in(Ticker.system(), time);
    }

    private static List<String> threads() {
        return Thread.getAllStackTraces().keySet().stream().map(Thread::getName).toList();
    }

    @AfterEach
    void stop() throws Exception {
        if (server != null) {
            server.close();
        }
    }

    @Test
    void opensAdministrationFirstAndApplicationsLast() throws Exception {
        make(Map.of("channels", adminChannel())).start();
        assertThat(server.channels().listening()).isEmpty();
        server.subsystem().administer();
        handlers();
        assertThat(server.channels().listening()).singleElement().satisfies(c -> {
            assertThat(c.name()).isEqualTo("admin");
            assertThat(c.admin()).isTrue();
            assertThat(c.protocols()).containsExactly("http");
            assertThat(c.address().getPort()).isPositive();
        });
        try (RawClient admin = client("admin")) {
            assertThat(admin.send(MANAGE).response()).endsWith("\nmanagement\n");
            assertThat(admin.send(GET).response()).startsWith("HTTP/1.1 404 ");
        }
        server.subsystem().resume();
        assertThat(server.channels().listening()).extracting("name").containsExactlyInAnyOrder("admin", "Default");
        try (RawClient normal = client("Default")) {
            assertThat(normal.send(GET).response()).endsWith("\napplication\n");
            assertThat(normal.send(MANAGE).response()).endsWith("\napplication\n");
        }
    }

    @Test
    void servesAdministrationOnTheDefaultChannelWithoutAnAdminChannel() throws Exception {
        make(Map.of()).start();
        server.subsystem().administer();
        handlers();
        try (RawClient client = client("Default")) {
            assertThat(client.send(MANAGE).response()).endsWith("\nmanagement\n");
            assertThat(client.send(GET).response()).startsWith("HTTP/1.1 503 ");
            assertThat(client.closed()).isTrue();
        }
        server.subsystem().resume();
        try (RawClient client = client("Default")) {
            assertThat(client.send(GET).response()).endsWith("\napplication\n");
        }
    }

    @Test
    void namesItsThreads() throws Exception {
        make(Map.of("channels", adminChannel(), "socketReaders", 2)).start();
        server.subsystem().administer();
        server.subsystem().resume();
        assertThat(threads())
                .contains(
                        "DynamicListenThread[Default]",
                        "DynamicListenThread[admin]",
                        "ExecuteThread: '0' for queue: 'keelson.socket.Muxer'",
                        "ExecuteThread: '1' for queue: 'keelson.socket.Muxer'",
                        "ExecuteThread: '0' for queue: 'keelson.admin.Muxer'")
                .doesNotContain(
                        "ExecuteThread: '2' for queue: 'keelson.socket.Muxer'",
                        "ExecuteThread: '1' for queue: 'keelson.admin.Muxer'");
        Channels channels = server.channels();
        assertThat(channels.muxers())
                .extracting(MuxerRuntime::name, MuxerRuntime::socketReaders)
                .containsExactly(tuple("keelson.socket.Muxer", 2), tuple("keelson.admin.Muxer", 1));
        assertThat(channels.states())
                .extracting(ChannelRuntime::name, ChannelRuntime::muxer, ChannelRuntime::connections)
                .containsExactlyInAnyOrder(
                        tuple("Default", "keelson.socket.Muxer", 0), tuple("admin", "keelson.admin.Muxer", 0));
        server.subsystem().stop(in(Duration.ofSeconds(5)));
        await().untilAsserted(() ->
                assertThat(threads()).noneMatch(n -> n.startsWith("DynamicListenThread[") || n.contains("keelson.")));
    }

    @Test
    void staysReachableForAdministrationWhenAllElseIsFull() throws Exception {
        make(Map.of("channels", adminChannel())).start();
        server.subsystem().administer();
        server.subsystem().resume();
        CountDownLatch mayEnd = new CountDownLatch(1);
        server.http().register("/", Audience.APPLICATION, e -> {
            if (!e.handOver(server.managers().standard(), () -> finishLater(e, mayEnd))) {
                e.overloaded();
            }
        });
        server.http()
                .register(
                        "/management",
                        Audience.ADMINISTRATION,
                        e -> e.handOver(server.managers().administration(), () -> e.reply(200, "management")));
        try (RawClient one = client("Default");
                RawClient two = client("Default");
                RawClient three = client("Default");
                RawClient admin = client("admin")) {
            one.send(GET);
            two.send(GET);
            await().until(() -> server.managers().standard().load() == 2);
            assertThat(three.send(GET).response()).startsWith("HTTP/1.1 503 ").contains("Retry-After");
            assertThat(admin.send(MANAGE).response()).startsWith("HTTP/1.1 200 ");
            mayEnd.countDown();
            assertThat(one.response()).startsWith("HTTP/1.1 200 ");
            assertThat(two.response()).startsWith("HTTP/1.1 200 ");
        }
    }

    private static void finishLater(HttpExchange e, CountDownLatch mayEnd) {
        try {
            mayEnd.await(10, TimeUnit.SECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        e.reply(200, "done");
    }

    @Test
    void suspendsGracefullyAndResumes() throws Exception {
        make(Map.of("channels", adminChannel())).start();
        server.subsystem().administer();
        server.subsystem().resume();
        server.http().register("/", Audience.APPLICATION, e -> e.reply(200, "fast"));
        InetSocketAddress address = server.address("Default");
        CountDownLatch release = new CountDownLatch(1);
        server.http()
                .register(
                        "/slow",
                        Audience.APPLICATION,
                        e -> e.handOver(server.managers().standard(), () -> finishLater(e, release)));
        try (RawClient busy = client("Default");
                RawClient idle = client("Default");
                RawClient pipelining = client("Default");
                RawClient admin = client("admin")) {
            idle.send(GET).response();
            admin.send("GET /x HTTP/1.1\r\nHost: a\r\n\r\n").response();
            busy.send("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n");
            pipelining.send("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n" + GET);
            await().until(() -> server.managers().standard().load() == 2);
            CompletableFuture<Void> suspended = CompletableFuture.runAsync(() -> {
                try {
                    server.subsystem().suspend(in(Duration.ofSeconds(20)));
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            });
            assertThat(idle.closed()).isTrue();
            assertThatThrownBy(() -> new RawClient(address).close()).isInstanceOf(ConnectException.class);
            assertThat(suspended).isNotDone();
            release.countDown();
            assertThat(busy.response()).startsWith("HTTP/1.1 200 ").contains("Connection: close");
            assertThat(pipelining.response()).startsWith("HTTP/1.1 200 ").contains("Connection: close");
            assertThat(pipelining.closed())
                    .as("RFC 9112, 9.6: nothing after it")
                    .isTrue();
            suspended.get(60, TimeUnit.SECONDS);
            assertThat(admin.send(MANAGE).response()).startsWith("HTTP/1.1 404 ");
        }
        server.subsystem().resume();
        try (RawClient client = client("Default")) {
            assertThat(client.send(GET).response()).startsWith("HTTP/1.1 200 ");
        }
    }

    @Test
    void suspendsInTimeWhateverIsUnderWay() throws Exception {
        make(Map.of()).start();
        server.subsystem().administer();
        server.subsystem().resume();
        CountDownLatch arrived = new CountDownLatch(1);
        server.http().register("/", Audience.APPLICATION, e -> arrived.countDown());
        CompletableFuture<HttpExchange> managed = new CompletableFuture<>();
        server.http().register("/manage", Audience.ADMINISTRATION, managed::complete);
        try (RawClient client = client("Default");
                RawClient admin = client("Default")) {
            client.send(GET);
            admin.send("GET /manage HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(arrived.await(5, TimeUnit.SECONDS)).isTrue();
            HttpExchange asked = managed.get(5, TimeUnit.SECONDS);
            long start = System.nanoTime();
            server.subsystem().suspend(in(Duration.ofMillis(300)));
            assertThat(client.closed()).as("applications end next").isTrue();
            asked.reply(200, "who ordered it is told");
            assertThat(admin.response()).startsWith("HTTP/1.1 200 ");
            server.subsystem().stop(in(Duration.ofMillis(300)));
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(5));
        }
    }

    @Test
    void takesThePercentageForTheJavaMuxerOnly() throws Exception {
        make(Map.of("socketReadersPercent", 99)).start();
        int processors = Runtime.getRuntime().availableProcessors();
        int share = Math.max(1, Math.round(processors * 0.99f));
        long readers = threads().stream()
                .filter(n -> n.endsWith("for queue: 'keelson.socket.Muxer'"))
                .count();
        assertThat(readers).isEqualTo(muxer() == Muxer.Kind.JAVA ? share : MuxerSettings.defaultReaders(processors));
    }

    @Test
    void saysWhichChannelCannotListen() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            make(Map.of("listenPort", taken.getLocalPort())).start();
            assertThatThrownBy(() -> server.subsystem().administer())
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("channel Default cannot listen on 127.0.0.1:" + taken.getLocalPort())
                    .hasMessageContaining("in use")
                    .hasMessageContaining("listen-port");
        }
        await().untilAsserted(() -> assertThat(threads()).doesNotContain("DynamicListenThread[Default]"));
    }

    @Test
    void saysWhichAddressIsNotOfThisMachine() throws Exception {
        make(Map.of("listenAddress", "192.0.2.1")).start();
        assertThatThrownBy(() -> server.subsystem().administer())
                .isInstanceOf(IOException.class)
                .hasMessageContaining("channel Default cannot listen on 192.0.2.1:0: ")
                .hasMessageContaining("set listen-address of the channel to one of this machine")
                .hasMessageContaining("127.0.0.1")
                .hasMessageNotContainingAny("end the process");
    }

    @Test
    void saysWhichProtocolIsNotKnown() throws Exception {
        ChannelSettings wrong =
                Defaults.of(ChannelSettings.class, Map.of("listenPort", 0, "protocols", List.of("smtp")));
        make(Map.of("channels", Map.of("mail", wrong))).start();
        assertThatThrownBy(() -> server.subsystem().administer())
                .hasMessageContaining("mail")
                .hasMessageContaining("smtp")
                .hasMessageContaining("[http]");
        assertThat(server.channels().listening()).isEmpty();
    }

    @Test
    void disconnectsWhatCannotBeItsOnlyProtocol() throws Exception {
        make(Map.of()).start();
        server.subsystem().administer();
        server.subsystem().resume();
        handlers();
        try (RawClient tls = client("Default");
                RawClient text = client("Default");
                RawClient lf = client("Default");
                RawClient kept = client("Default")) {
            long start = System.nanoTime();
            tls.send("\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003");
            assertThat(tls.closed()).isTrue();
            assertThat(lf.send("\n" + GET).response()).startsWith("HTTP/1.1 400 ");
            kept.send(GET).response();
            kept.send("\u0016\u0003\u0001");
            assertThat(kept.response()).startsWith("HTTP/1.1 400 ");
            assertThat(kept.closed()).isTrue();
            text.send("G\u0001T / HTTP/1.1\r\n");
            assertThat(text.response()).startsWith("HTTP/1.1 400 ");
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(5));
        }
    }

    @Test
    void tellsProtocolsOnOnePortApart() throws Exception {
        ChannelSettings both =
                Defaults.of(ChannelSettings.class, Map.of("listenPort", 0, "protocols", List.of("http", "shout")));
        make(Map.of("channels", Map.of("both", both))).start();
        server.channels().register(new Shout());
        server.subsystem().administer();
        server.subsystem().resume();
        server.http().register("/", Audience.APPLICATION, e -> e.reply(200, "application"));
        try (RawClient http = client("both");
                RawClient split = client("both");
                RawClient empty = client("both");
                RawClient shout = client("both");
                RawClient neither = client("both")) {
            assertThat(http.send(GET).response()).endsWith("\napplication\n");
            assertThat(empty.send("\r\n" + GET).response()).endsWith("\napplication\n");
            split.send("G");
            shout.send("!");
            neither.send("\u0016\u0003\u0001");
            assertThat(neither.closed()).isTrue();
            shout.send("!hello\n");
            assertThat(shout.line()).isEqualTo("!!HELLO");
            assertThat(split.send(GET.substring(1)).response()).endsWith("\napplication\n");
        }
    }

    /** A protocol that starts with two exclamation marks and gives everything back in capitals. */
    private static final class Shout implements ProtocolProvider {
        @Override
        public String name() {
            return "shout";
        }

        @Override
        public int mostBytes() {
            return 2;
        }

        @Override
        public Match match(ByteBuffer first) {
            for (int i = first.position(); i < first.limit(); i++) {
                if (first.get(i) != '!') {
                    return Match.NO;
                }
            }
            return first.remaining() < 2 ? Match.UNDECIDED : Match.YES;
        }

        @Override
        public void connect(Connection connection) {
            connection.unwrap(Channel.class).pipeline().addLast(new ChannelInboundHandlerAdapter() {
                @Override
                public void channelRead(ChannelHandlerContext ctx, Object message) {
                    io.netty.buffer.ByteBuf in = (io.netty.buffer.ByteBuf) message;
                    String text = in.toString(StandardCharsets.US_ASCII);
                    in.release();
                    ctx.writeAndFlush(
                            Unpooled.copiedBuffer(text.toUpperCase(java.util.Locale.ROOT), StandardCharsets.US_ASCII));
                }
            });
        }
    }
}
