package io.keelson.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keelson.http.HttpExchange;
import io.keelson.http.HttpServer.Audience;
import io.keelson.http.RequestBodyException;
import io.keelson.muxer.Muxer;
import io.keelson.net.config.ChannelLimits;
import io.keelson.net.config.ServerNetwork;
import io.keelson.net.fixture.Corpus;
import io.keelson.net.fixture.Corpus.Case;
import io.keelson.net.fixture.Defaults;
import io.keelson.net.fixture.LeakWatch;
import io.keelson.net.fixture.MuxerChoice;
import io.keelson.net.fixture.NetServer;
import io.keelson.net.fixture.PoolManagers;
import io.keelson.net.fixture.RawClient;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The stored malformed requests against a server with sockets and threads: refused, closed, and the server as before. */
@Timeout(120)
abstract class MalformedContractIT {
    private static final int THREADS = 4;
    private static final Pattern STATUS = Pattern.compile("(?m)^HTTP/1\\.1 ([2-5]\\d{2}) ");
    private static final String TOKEN = "!#$%&'*+-.^_`|~";
    private static final String NO_HTTP = "disconnected";
    private static final String[] TARGETS = {"RequestsFuzzTestInputs/requests", "ChunkedBodyFuzzTestInputs/chunks"};

    private final CyclicBarrier together = new CyclicBarrier(THREADS);

    abstract Muxer.Kind muxer();

    @Test
    void isRefusedWithoutHarm() throws Exception {
        try (LeakWatch leaks = new LeakWatch()) {
            try (NetServer server = start()) {
                for (Case c : Corpus.malformed().toList()) {
                    // The end comes from the server: this client does not close its side.
                    assertThat(answers(server, c.bytes(), false))
                            .as(c.name())
                            .isEqualTo(mayBeHttp(c.bytes()) ? c.expected() : NO_HTTP);
                }
                for (byte[] input : fuzzed()) {
                    assertThat(answers(server, input, true))
                            .matches("((200|400|413|414|417|431|501|505) ?)*|" + NO_HTTP);
                }
                everyThreadIsFree(server);
                await().until(() -> server.managers().standard().load() == 0);
            }
            assertThat(leaks.found()).isEmpty();
        }
    }

    /** The statuses of all answers, when the server has closed the connection. */
    private static String answers(NetServer server, byte[] bytes, boolean closing) throws IOException {
        try (RawClient client = new RawClient(server.address("Default"))) {
            client.send(new String(bytes, StandardCharsets.ISO_8859_1));
            if (!mayBeHttp(bytes)) {
                return client.closed() ? NO_HTTP : "answered";
            }
            if (closing) {
                client.socket().shutdownOutput();
            }
            return statuses(client.rest());
        }
    }

    /** Returns true if a connection may be HTTP by its first byte; any other is disconnected without an answer. */
    private static boolean mayBeHttp(byte[] bytes) {
        char first = (char) (bytes[0] & 0xff);
        return first == '\r'
                || first == '\n'
                || Character.isLetterOrDigit(first) && first < 0x7f
                || TOKEN.indexOf(first) >= 0;
    }

    private NetServer start() throws Exception {
        Map<String, Object> settings = new HashMap<>();
        settings.put("listenPort", 0);
        settings.putAll(MuxerChoice.of(muxer()));
        settings.put("limits", Defaults.of(ChannelLimits.class, Corpus.LIMITS));
        NetServer server =
                new NetServer(Defaults.of(ServerNetwork.class, settings), new PoolManagers(THREADS, 100)).start();
        server.subsystem().administer();
        server.subsystem().resume();
        server.http().register("/", Audience.APPLICATION, exchange -> {
            if (!exchange.handOver(server.managers().standard(), () -> serve(exchange))) {
                exchange.overloaded();
            }
        });
        return server;
    }

    private void serve(HttpExchange exchange) {
        try {
            byte[] bytes = new byte[50];
            while (exchange.body().read(bytes, 0, bytes.length) > 0) {
                // Read to its end, or to its failure.
            }
            if (exchange.request().path().equals("/together")) {
                together.await(20, TimeUnit.SECONDS);
            }
            exchange.response().write(ByteBuffer.wrap(new byte[] {'o', 'k', '\n'}), true);
        } catch (RequestBodyException e) {
            exchange.response().headers().set("Connection", "close");
            exchange.reply(e.status(), "no body");
        } catch (Exception e) {
            exchange.abort(e);
        }
    }

    /** Requests that wait for one another need a thread each. */
    private static void everyThreadIsFree(NetServer server) throws IOException {
        List<RawClient> clients = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            clients.add(new RawClient(server.address("Default")).send("GET /together HTTP/1.1\r\nHost: a\r\n\r\n"));
        }
        for (RawClient client : clients) {
            assertThat(client.response()).startsWith("HTTP/1.1 200 ").endsWith("ok\n");
            client.close();
        }
    }

    private static List<byte[]> fuzzed() throws Exception {
        List<byte[]> inputs = new ArrayList<>();
        for (String target : TARGETS) {
            Path directory = Path.of(MalformedContractIT.class
                    .getResource("/io/keelson/http/internal/" + target)
                    .toURI());
            try (Stream<Path> files = Files.list(directory)) {
                for (Path file : files.sorted().toList()) {
                    inputs.add(Files.readAllBytes(file));
                }
            }
        }
        assertThat(inputs).isNotEmpty();
        return inputs;
    }

    private static String statuses(String sent) {
        List<String> statuses = new ArrayList<>();
        Matcher m = STATUS.matcher(sent);
        while (m.find()) {
            statuses.add(m.group(1));
        }
        return String.join(" ", statuses);
    }
}
