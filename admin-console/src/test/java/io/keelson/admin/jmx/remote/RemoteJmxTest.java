package io.keelson.admin.jmx.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.admin.access.AuditFile;
import io.keelson.admin.access.AuditLog;
import io.keelson.admin.access.Passwords;
import io.keelson.admin.access.RoleGroups;
import io.keelson.admin.jmx.ManagedBeans;
import io.keelson.admin.rest.RecordCollections;
import io.keelson.base.time.Ticker;
import io.keelson.kernel.config.ConfigurationException;
import io.keelson.kernel.config.ConfigurationReader;
import io.keelson.kernel.config.DomainConfiguration;
import io.keelson.kernel.config.DomainFile;
import io.keelson.kernel.config.Model;
import io.keelson.kernel.config.Overrides;
import io.keelson.kernel.management.Role;
import io.keelson.kernel.management.RuntimeState;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The settings, and what is refused before anything is opened. */
class RemoteJmxTest {
    @TempDir
    Path directory;

    /** The server. */
    public record Self(String state) {}

    private static DomainConfiguration read(String jmx, String server) throws ConfigurationException {
        return new ConfigurationReader(Model.of(JmxSettings.class, JmxPort.class))
                .read(
                        DomainFile.parse(
                                Path.of("domain.yaml"), "jmx: {" + jmx + "}\nservers: {server-1: {" + server + "}}\n"),
                        "server-1",
                        new Overrides(Map.of(), Map.of(), Set.of()));
    }

    /** One of a server without TLS. */
    private RemoteJmx remote() {
        AuditLog audit =
                new AuditLog(new AuditFile(directory.resolve("audit.log"), 1 << 20, 2), "server-1", Ticker.system());
        ManagedBeans beans = new ManagedBeans(
                "server-1",
                () -> new Self("RUNNING"),
                List.of(),
                new ManagedBeans.Parts(new RecordCollections(new RuntimeState()), null, null, Map.of()),
                audit,
                Ticker.system());
        return new RemoteJmx(
                beans,
                operation -> Role.ADMIN,
                new Passwords(Optional.empty(), RoleGroups.standard(), Ticker.system()),
                audit,
                () -> null,
                Ticker.system());
    }

    @Test
    void thereIsNoneByDefault() throws Exception {
        DomainConfiguration domain = read("", "");
        assertThat(domain.get(JmxSettings.class)).isEqualTo(new JmxSettings("127.0.0.1", 20, Duration.ofMinutes(2)));
        assertThat(domain.get(JmxPort.class)).isEqualTo(new JmxPort(0, null));
        try (RemoteJmx remote = remote()) {
            remote.start(domain);
            remote.prepare(read("listen-address: 10.0.0.1", ""));
            remote.commit();
        }
    }

    @Test
    void everySettingIsRead() throws Exception {
        DomainConfiguration domain = read(
                "listen-address: 10.0.0.1, max-connections: 7, idle-timeout: 3m",
                "jmx-port: 9010, jmx-host-name: s.example.com");
        assertThat(domain.get(JmxSettings.class)).isEqualTo(new JmxSettings("10.0.0.1", 7, Duration.ofMinutes(3)));
        assertThat(domain.get(JmxPort.class)).isEqualTo(new JmxPort(9010, "s.example.com"));
    }

    @Test
    void whatCannotBeOpenedIsRefusedBeforeAnythingChanges() throws Exception {
        try (RemoteJmx remote = remote()) {
            remote.start(read("", ""));
            refused(remote, "", "jmx-port: 9010", "no channel of this server has TLS");
            refused(remote, "listen-address: 0.0.0.0", "jmx-port: 9010", "set servers.NAME.jmx-host-name");
            refused(remote, "listen-address: '::'", "jmx-port: 9010", "set servers.NAME.jmx-host-name");
            refused(
                    remote,
                    "listen-address: 0.0.0.0",
                    "jmx-port: 9010, jmx-host-name: s.example.com",
                    "no channel of this server has TLS");
            refused(remote, "listen-address: 'no address'", "jmx-port: 9010", "no address");
            System.setProperty("java.rmi.server.randomIDs", "false");
            try {
                refused(remote, "", "jmx-port: 9010", "connections of others could be guessed");
            } finally {
                System.clearProperty("java.rmi.server.randomIDs");
            }
        }
    }

    private static void refused(RemoteJmx remote, String jmx, String server, String why) throws Exception {
        DomainConfiguration next = read(jmx, server);
        assertThatThrownBy(() -> remote.prepare(next))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("remote JMX: ")
                .hasMessageContaining(why);
        remote.rollback();
    }
}
