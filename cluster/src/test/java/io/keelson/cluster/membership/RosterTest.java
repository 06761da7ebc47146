package io.keelson.cluster.membership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.base.config.DataSize;
import io.keelson.base.subsystem.ServerIdentity;
import io.keelson.kernel.config.ConfigurationException;
import io.keelson.kernel.config.ConfigurationReader;
import io.keelson.kernel.config.DomainConfiguration;
import io.keelson.kernel.config.DomainFile;
import io.keelson.kernel.config.Model;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RosterTest {
    private static final Model MODEL = Model.load(RosterTest.class.getClassLoader());
    private static final String THREE = """
            name: shop
            servers:
              AdminServer: {cluster-port: 7101}
              server-1: {cluster: c, cluster-port: 7103}
              server-2: {cluster: c, cluster-port: 7105}
              lonely: {}
            clusters: {c: {}}
            """;

    private static DomainConfiguration read(String yaml, String server) throws ConfigurationException {
        return new ConfigurationReader(MODEL).read(DomainFile.parse(Path.of("domain.yaml"), yaml), server);
    }

    private static Optional<Roster> roster(String yaml, String server) throws ConfigurationException {
        Path domain = Path.of("/nowhere");
        return Roster.of(read(yaml, server), new ServerIdentity(server, "shop", domain, domain.resolve(server), false));
    }

    @Test
    void expectsTheMembersAndTheAdminServer() throws Exception {
        Roster roster = roster(THREE, "server-1").orElseThrow();

        assertThat(roster.domain()).isEqualTo("shop");
        assertThat(roster.cluster()).isEqualTo("c");
        assertThat(roster.servers()).containsOnlyKeys("AdminServer", "server-1", "server-2");
        assertThat(roster.address().getPort()).isEqualTo(7103);
        assertThat(roster.quorum()).isEqualTo(2);
        assertThat(roster.enough(Set.of("server-1"))).isFalse();
        assertThat(roster.enough(Set.of("server-1", "lonely")))
                .as("one that is not expected")
                .isFalse();
        assertThat(roster.enough(Set.of("server-1", "AdminServer"))).isTrue();
        assertThat(roster.missing(Set.of("server-1"))).containsExactly("AdminServer", "server-2");
        assertThat(roster(THREE, "AdminServer")).map(Roster::servers).contains(roster.servers());
    }

    @Test
    void whoIsNotNamedTakesNoPart() throws Exception {
        assertThat(roster(THREE, "lonely")).isEmpty();
        assertThat(roster("servers: {AdminServer: {}}", "AdminServer")).isEmpty();
    }

    @Test
    void theMajorityCanBeSetAnew() throws Exception {
        assertThat(roster(THREE.replace("{c: {}}", "{c: {bootstrap-size: 1}}"), "server-1")
                        .orElseThrow()
                        .quorum())
                .isEqualTo(1);
        assertThatThrownBy(() -> roster(THREE.replace("{c: {}}", "{c: {bootstrap-size: 4}}"), "server-1"))
                .hasMessageContaining("bootstrap-size is 4")
                .hasMessageContaining("only 3 servers");
    }

    @Test
    void aRevisionAddsServersAndRemovesSomeAndLeavesTheOthersWhereTheyListen() throws Exception {
        Roster before = roster(THREE, "server-1").orElseThrow();
        Roster next = roster(
                        THREE.replace(
                                        "server-2: {cluster: c, cluster-port: 7105}",
                                        "server-3: {cluster: c, cluster-port: 7107}")
                                .replace("7101", "7111")
                                .replace("lonely: {}", "server-4: {cluster: c, cluster-port: 7109}"),
                        "server-1")
                .orElseThrow();
        Roster after = before.changedTo(next);

        assertThat(after.servers()).containsOnlyKeys("AdminServer", "server-1", "server-3", "server-4");
        assertThat(after.servers().get("server-3").getPort()).isEqualTo(7107);
        assertThat(after.servers().get("AdminServer").getPort())
                .as("where it listens until its next start")
                .isEqualTo(7101);
        assertThat(after.quorum()).isEqualTo(3);
        assertThat(after.others()).containsExactly("AdminServer", "server-3", "server-4");
        Roster another = roster(THREE.replace("cluster: c", "cluster: d").replace("{c: {}}", "{d: {}}"), "server-1")
                .orElseThrow();
        assertThat(before.changedTo(another)).as("another cluster").isSameAs(before);
    }

    @Test
    void serversOfATemplateAreMembers() throws Exception {
        String dynamic = """
                name: shop
                servers:
                  AdminServer: {cluster-port: 7101}
                server-templates:
                  t: {cluster-port: 7103, machine: a}
                clusters:
                  c: {dynamic: {template: t, size: 3, name-prefix: server-}}
                """;
        assertThat(roster(dynamic, "server-3").orElseThrow().servers())
                .hasEntrySatisfying(
                        "server-3", address -> assertThat(address.getPort()).isEqualTo(7107))
                .containsOnlyKeys("AdminServer", "server-1", "server-2", "server-3");
        assertThatThrownBy(() -> roster(dynamic.replace("cluster-port: 7103, ", ""), "server-1"))
                .hasMessageContaining("servers.server-1.cluster-port is missing");
    }

    @Test
    void saysWhatDoesNotFit() {
        assertThatThrownBy(() -> roster(THREE.replace("cluster: c, cluster-port: 7105", "cluster: c"), "server-1"))
                .hasMessageContaining("servers.server-2.cluster-port is missing");
        assertThatThrownBy(() -> roster(THREE.replace("7105", "7103"), "server-1"))
                .hasMessageContaining("servers.server-2.cluster-port: 7103 is also a port of server-1");
        assertThatThrownBy(() -> roster(THREE.replace("{c: {}}", "{c: {}, d: {}}"), "server-1"))
                .hasMessageContaining("has c, d");
        assertThatThrownBy(() -> roster(
                        THREE.replace("cluster-port: 7105", "cluster-port: 7105, cluster-address: 192.0.2.1"),
                        "server-1"))
                .hasMessageContaining("servers.server-2.cluster-address is 192.0.2.1")
                .hasMessageContaining("needs tls");
        assertThatThrownBy(() -> read(THREE.replace("cluster: c, cluster-port: 7105", "cluster: d"), "server-1"))
                .hasMessageContaining("'d' is not defined in clusters");
        assertThatThrownBy(() -> read(THREE.replace("{c: {}}", "{c: {discovery: dns}}"), "server-1"))
                .hasMessageContaining("needs dns-name");
        assertThatThrownBy(() -> read(THREE.replace("{c: {}}", "{c: {discovery: jdbc}}"), "server-1"))
                .hasMessageContaining("needs discovery-data-source");
        assertThatThrownBy(() -> read(
                        THREE.replace(
                                "{c: {}}", "{c: {discovery: jdbc, discovery-data-source: x, discovery-table: a;drop}}"),
                        "server-1"))
                .hasMessageContaining("must begin with a letter");
        assertThatThrownBy(() -> read(
                        THREE.replace("{c: {}}", "{c: {transport: udp, discovery: file, discovery-directory: x}}"),
                        "server-1"))
                .hasMessageContaining("by multicast");
    }

    @Test
    void theDefaultsAreTheOnesThatAreDocumented() throws Exception {
        ClusterSettings settings =
                read(THREE, "server-1").all(ClusterSettings.class).get("c");
        assertThat(settings)
                .isEqualTo(new ClusterSettings(
                        ClusterSettings.Transport.TCP,
                        ClusterSettings.Discovery.STATIC,
                        null,
                        null,
                        null,
                        "keelson_members",
                        "239.192.71.1",
                        45771,
                        false,
                        null,
                        Duration.ofSeconds(3),
                        null,
                        ClusterSettings.SessionCompression.AUTO,
                        DataSize.parse("8KiB"),
                        false));
    }
}
