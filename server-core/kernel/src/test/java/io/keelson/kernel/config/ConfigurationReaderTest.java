package io.keelson.kernel.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.base.config.DataSize;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ConfigurationReaderTest {
    private static final String SMALLEST = "servers:\n  AdminServer:\n";

    @Test
    void aDomainWithOneServerIsEnough() throws Exception {
        DomainConfiguration read = Example.read(SMALLEST);

        assertThat(read.get(Domain.class)).isEqualTo(new Domain("domain", false, "AdminServer"));
        assertThat(read.servers()).containsExactly("AdminServer");
    }

    @Test
    void whatIsNotGivenHasItsDefault() throws Exception {
        DomainConfiguration read = Example.read(SMALLEST);

        assertThat(read.get(Example.Server.class)).isEqualTo(defaults(7001));
        assertThat(read.get(Example.ServerLog.class).file()).isEqualTo(path("logs/server.log"));
        assertThat(read.get(Example.Limits.class)).isEqualTo(new Example.Limits(1, 10));
        assertThat(read.all(Example.Channel.class)).isEmpty();
    }

    @Test
    void everyKeyCanBeGiven() throws Exception {
        DomainConfiguration read = Example.read("""
                name: shop
                production-mode: true
                admin-server: AdminServer
                work-managers: {orders: {capacity: 5}}
                servers:
                  AdminServer:
                    listen-address: 0.0.0.0
                    listen-port: 80
                    native-io-enabled: false
                    idle-timeout: 5m
                    buffer-size: 1MiB
                    balance: least-loaded
                    work-manager: orders
                    protocols: [iiop]
                    password: abcdefgh
                    labels: {zone: a, rack: "7"}
                    share: 1.0
                    count: 9000000000
                    tls:
                      key-store: keys/a.p12
                      ciphers: [x, y]
                    headers:
                      count: 5
                      size: 1024
                    hosts:
                      a.example: {key-store: /abs/b.p12}
                    log:
                      file: ../x.log
                    channels:
                      admin: {port: 9002}
                """);

        assertThat(read.get(Domain.class)).isEqualTo(new Domain("shop", true, "AdminServer"));
        assertThat(read.get(Example.Server.class))
                .isEqualTo(new Example.Server(
                        "0.0.0.0",
                        80,
                        false,
                        Duration.ofMinutes(5),
                        new DataSize(1 << 20),
                        Example.Balance.LEAST_LOADED,
                        "orders",
                        List.of("iiop"),
                        "abcdefgh",
                        Map.of("zone", "a", "rack", "7"),
                        1.0,
                        9_000_000_000L,
                        new Example.Tls(path("keys/a.p12"), List.of("x", "y")),
                        new Example.Headers(5, new DataSize(1024)),
                        Map.of("a.example", new Example.Tls(path("/abs/b.p12"), List.of()))));
        assertThat(read.get(Example.ServerLog.class).file()).isEqualTo(path("../x.log"));
        assertThat(read.all(Example.Channel.class)).isEqualTo(Map.of("admin", new Example.Channel(9002)));
        assertThat(read.all(Example.Work.class)).isEqualTo(Map.of("orders", new Example.Work(5)));
    }

    @Test
    void aServerSeesItsOwnSectionsAndThoseOfAll() throws Exception {
        String text = """
                servers:
                  B: {listen-port: 2, channels: {x: {port: 5}}}
                  AdminServer: {listen-port: 1, channels: {y: {port: 6}, a: {port: 7}}}
                """;

        DomainConfiguration read = Example.read(text);

        assertThat(read.get(Example.Server.class).listenPort()).isEqualTo(1);
        assertThat(read.all(Example.Server.class)).containsOnlyKeys("B", "AdminServer");
        assertThat(read.all(Example.Server.class).keySet()).containsExactly("B", "AdminServer");
        assertThat(read.all(Example.Channel.class).keySet()).containsExactly("y", "a");
        assertThat(read.all(Example.ServerLog.class)).containsOnlyKeys("B", "AdminServer");
    }

    @Test
    void askingInTheWrongWayIsAProgrammingError() throws Exception {
        DomainConfiguration read = Example.read(SMALLEST);

        assertThatThrownBy(() -> read.get(Example.Channel.class)).hasMessageContaining("servers.*.channels.*");
        assertThatThrownBy(() -> read.get(Example.Work.class)).hasMessageContaining("ask for all of them");
        assertThatThrownBy(() -> read.all(Domain.class)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> read.all(Example.Pool.class)).hasMessageContaining("pools.*.members.*");
        assertThatThrownBy(() -> read.get(Example.Tls.class)).hasMessageContaining("not a section of the model");
    }

    @Test
    void theServicesOfTheClassPathMakeTheModel() {
        assertThat(Model.load(getClass().getClassLoader()).sections())
                .extracting(section -> (Object) section.record().type())
                .contains(Domain.class);
    }

    @Test
    void checkingNeedsNoServer() throws Exception {
        ConfigurationReader reader = new ConfigurationReader(Example.MODEL);

        assertThat(reader.check(Example.file(SMALLEST))).isEmpty();
        assertThat(reader.check(Example.file(SMALLEST + "x: 1\n"))).hasSize(1);
    }

    @Test
    void aValueKnowsWhereItCameFrom() throws Exception {
        DomainConfiguration read = Example.read("""
                servers:
                  AdminServer:
                    listen-port: 80
                    password: abcdefgh
                """);
        SettingPath server = SettingPath.of("servers", "AdminServer");

        assertThat(read.origin(server.child("listen-port"))).hasToString("domain.yaml:3:18");
        assertThat(read.origin(server.child("balance"))).isEqualTo(new Origin.Default());
        assertThat(read.origin(server.child("count"))).isEqualTo(new Origin.Default());
        assertThat(read.shown(server.child("idle-timeout"))).isEqualTo("30s");
        assertThat(read.shown(server.child("count"))).isEmpty();
        assertThat(read.shown(server.child("password"))).isEqualTo("******");
        assertThat(read.shown(server)).contains("listen-port=80").doesNotContain("abcdefgh");
        assertThatThrownBy(() -> read.origin(server.child("nothing"))).hasMessageContaining("no such setting");
    }

    @Test
    void bytesOrderMarksLineEndsAndMarkersDoNotMatter() throws Exception {
        String crlf = "\uFEFF---\r\nservers:\r\n  AdminServer:\r\n    listen-port: 80\r\n...\r\n";

        assertThat(Example.read(crlf).get(Example.Server.class).listenPort()).isEqualTo(80);
        assertThat(Example.problems(crlf.replace("80", "x")))
                .containsExactly("domain.yaml:4:18: servers.AdminServer.listen-port: "
                        + "expected a whole number from 1 to 65535, but found 'x'");
    }

    private static Example.Server defaults(int port) {
        return new Example.Server(
                "127.0.0.1",
                port,
                true,
                Duration.ofSeconds(30),
                new DataSize(8192),
                Example.Balance.ROUND_ROBIN,
                null,
                List.of("http", "keelson"),
                null,
                Map.of(),
                0.5,
                null,
                null,
                new Example.Headers(100, new DataSize(16384)),
                Map.of());
    }

    private static Path path(String written) {
        return Path.of(written);
    }
}
