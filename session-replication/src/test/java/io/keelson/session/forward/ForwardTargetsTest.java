package io.keelson.session.forward;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.kernel.config.ConfigurationReader;
import io.keelson.kernel.config.DomainConfiguration;
import io.keelson.kernel.config.DomainFile;
import io.keelson.kernel.config.Model;
import io.keelson.net.config.ServerNetwork;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ForwardTargetsTest {
    private static final Model MODEL = Model.load(ForwardTargetsTest.class.getClassLoader());
    private static final Map<String, InetSocketAddress> CLUSTER =
            Map.of("a", new InetSocketAddress("10.0.0.1", 7900), "b", new InetSocketAddress("10.0.0.2", 7900));

    private static String door(String server, String settings) throws Exception {
        DomainConfiguration configuration = new ConfigurationReader(MODEL)
                .read(
                        DomainFile.parse(
                                Path.of("domain.yaml"),
                                "name: test\nadmin-server: a\nservers:\n  a: {" + settings + "}\n"),
                        "a");
        return new ForwardTargets(() -> configuration.all(ServerNetwork.class), () -> CLUSTER)
                .apply(server)
                .map(to -> to.address().getAddress().getHostAddress() + ":"
                        + to.address().getPort())
                .orElse("none");
    }

    @Test
    void aServerIsReachedWhereItListensElseWhereTheClusterReachesIt() throws Exception {
        assertThat(door("a", "listen-address: 192.0.2.1, listen-port: 8001")).isEqualTo("192.0.2.1:8001");
        assertThat(door("a", "listen-address: 0.0.0.0, listen-port: 8001")).isEqualTo("10.0.0.1:8001");
        assertThat(door("a", "listen-address: localhost, listen-port: 8001")).isEqualTo("127.0.0.1:8001");
        assertThat(door("a", "listen-address: some.name, listen-port: 8001")).isEqualTo("10.0.0.1:8001");
    }

    @Test
    void whatIsNotKnownOrIsBehindAnotherProtocolIsNoDoor() throws Exception {
        assertThat(door("a", "listen-port: 0")).isEqualTo("none");
        assertThat(door("b", "listen-port: 8001")).isEqualTo("none");
        assertThat(door("a", "listen-port: 8001, front: {proxy-protocol: true, trusted-proxies: [10.0.0.9]}"))
                .isEqualTo("none");
    }
}
