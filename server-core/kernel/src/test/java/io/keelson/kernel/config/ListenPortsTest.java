package io.keelson.kernel.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.base.config.Section;
import io.keelson.base.config.Setting;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests which ports are refused because something of the domain has them already. */
class ListenPortsTest {
    /** A server as the network describes it. */
    @Section("servers.*")
    public record Net(
            @Setting(help = "Address.", defaultValue = "127.0.0.1")
            String listenAddress,

            @Setting(help = "Port.", defaultValue = "7001", min = "0", max = "65535")
            int listenPort,

            @Setting(help = "Whether.", defaultValue = "true")
            boolean listenPortEnabled,

            @Setting(help = "TLS.") @Nullable Tls tls,

            @Setting(help = "Port for TLS.", defaultValue = "7002", min = "0", max = "65535")
            int tlsListenPort,

            @Setting(help = "Further channels.") Map<String, Channel> channels) {}

    /** TLS. */
    public record Tls(
            @Setting(help = "Key.", defaultValue = "k") String key) {}

    /** A channel. */
    public record Channel(
            @Setting(help = "Address.") @Nullable String listenAddress,

            @Setting(help = "Port.", required = true, min = "0", max = "65535")
            int listenPort) {}

    /** A member of a cluster. */
    @Section("servers.*")
    public record Member(
            @Setting(help = "Address.", defaultValue = "127.0.0.1")
            String clusterAddress,

            @Setting(help = "Port.", min = "1", max = "65534") @Nullable
            Integer clusterPort,

            @Setting(help = "Machine.") @Nullable String machine) {}

    /** Remote JMX. */
    @Section("servers.*")
    public record Jmx(
            @Setting(help = "Port.", defaultValue = "0", min = "0", max = "65535")
            int jmxPort,

            @Setting(help = "UDP.", defaultValue = "0", min = "0", max = "65535")
            int snmpPort) {}

    private static final Model MODEL = Model.of(Domain.class, DynamicCluster.class, Net.class, Member.class, Jmx.class);

    private static List<String> problems(String servers) throws ConfigurationException {
        DomainFile file = DomainFile.parse(Path.of("domain.yaml"), "servers:\n  " + servers + "\nadmin-server: a\n");
        return new ConfigurationReader(MODEL)
                .check(file).stream().map(Problem::toString).toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a: {listen-port: 80, channels: {admin: {listen-port: 80}}} | channels.admin.listen-port: "
                        + "80 (channels.admin.listen-port) is also listen-port of the same server",
                "a: {cluster-port: 80, listen-port: 80} | listen-port: 80 (listen-port) is also cluster-port of the same server",
                "a: {cluster-port: 7001} | listen-port: 7001 (listen-port) is also cluster-port of the same server",
                "a: {listen-port: 7002, tls: {}} | tls-listen-port: 7002 (tls-listen-port) is also listen-port of the same server",
                "a: {listen-port: 80, jmx-port: 80} | jmx-port: 80 (jmx-port) is also listen-port of the same server",
                "a: {listen-address: 0.0.0.0, cluster-port: 80, listen-port: 80} | listen-port: 80 "
                        + "(listen-port) is also cluster-port of the same server",
                "a: {channels: {x: {listen-port: 80}, y: {listen-port: 80}}} | channels.y.listen-port: 80 "
                        + "(channels.y.listen-port) is also channels.x.listen-port",
            })
    void aServerListensOnEachPortOnce(String servers, String problem) throws Exception {
        assertThat(problems(servers)).singleElement().asString().contains("servers.a." + problem.strip());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a: {}",
                "a: {listen-port: 7002}", // nothing listens for TLS
                "a: {listen-port: 80, listen-port-enabled: false, channels: {x: {listen-port: 80}}}",
                "a: {listen-port: 0, channels: {x: {listen-port: 0}}}",
                "a: {listen-port: 1161, snmp-port: 1161}", // UDP
                "a: {listen-address: 10.0.0.1, listen-port: 80, channels: {x: {listen-address: 10.0.0.2, listen-port: 80}}}",
                "a: {listen-address: 10.0.0.1, listen-port: 80, cluster-port: 80}", // on loopback
                "a: {cluster-port: 80, listen-port: 81}", // the port after it is free
                "a: {cluster-port: 7000}",
            })
    void whatDoesNotMeetIsTaken(String servers) throws Exception {
        assertThat(problems(servers)).isEmpty();
    }

    @Test
    void twoServersOfAMachineHavePortsOfTheirOwn() throws Exception {
        assertThat(problems("a: {listen-port: 80}\n  b: {listen-port: 80}"))
                .containsExactly("domain.yaml:3:20: servers.b.listen-port: 80 is also a port of a on the same machine"
                        + " (listen-port); give one of them another");
        assertThat(problems("a: {cluster-port: 80, listen-port: 1}\n  b: {listen-port: 80}"))
                .singleElement()
                .asString()
                .contains("80 is also a port of a on the same machine (cluster-port)");
        assertThat(problems("a: {cluster-port: 80, listen-port: 1}\n  b: {listen-port: 81}"))
                .isEmpty();
        assertThat(problems("a: {machine: m, listen-port: 80, listen-address: 0.0.0.0}\n"
                        + "  b: {machine: m, listen-port: 80, listen-address: 0.0.0.0}"))
                .hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a: {listen-port: 80, machine: m}\n  b: {listen-port: 80, machine: n}",
                "a: {listen-port: 80, listen-address: 10.0.0.1}\n  b: {listen-port: 80, listen-address: 10.0.0.2}",
                "a: {listen-port: 80, listen-address: 0.0.0.0}\n  b: {listen-port: 80, listen-address: 0.0.0.0}",
                "a: {}\n  b: {}", // neither says anything
                "a: {listen-port: 7001}\n  b: {}", // it may be told at its start
                "a: {listen-port: 80}\n  b: {listen-port: 81}",
            })
    void serversThatMayBeOnSeveralMachinesAreNotLookedAt(String servers) throws Exception {
        assertThat(problems(servers)).isEmpty();
    }
}
