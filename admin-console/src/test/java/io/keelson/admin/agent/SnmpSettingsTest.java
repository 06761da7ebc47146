package io.keelson.admin.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.kernel.config.ConfigurationException;
import io.keelson.kernel.config.ConfigurationReader;
import io.keelson.kernel.config.DomainConfiguration;
import io.keelson.kernel.config.DomainFile;
import io.keelson.kernel.config.Model;
import io.keelson.kernel.config.Overrides;
import io.keelson.kernel.config.Problem;
import io.keelson.kernel.config.SettingPath;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SnmpSettingsTest {
    private static final String USER =
            "snmp: {user: watcher, authentication-password: hidden-one, privacy-password: hidden-two";

    private static DomainConfiguration read(String yaml) throws ConfigurationException {
        return new ConfigurationReader(Model.of(SnmpSettings.class, SnmpPort.class))
                .read(
                        DomainFile.parse(Path.of("domain.yaml"), yaml),
                        "server-1",
                        new Overrides(Map.of(), Map.of(), Set.of()));
    }

    private static String problems(String snmp) {
        try {
            read(snmp + "\nservers: {server-1: {}}\n");
            return "";
        } catch (ConfigurationException e) {
            return e.problems().stream().map(Problem::toString).toList().toString();
        }
    }

    @Test
    void thereIsNoAgentByDefault() throws Exception {
        DomainConfiguration domain = read("servers: {server-1: {}}\n");
        assertThat(domain.get(SnmpPort.class)).isEqualTo(new SnmpPort(0));
        assertThat(domain.get(SnmpSettings.class))
                .isEqualTo(new SnmpSettings("127.0.0.1", null, null, null, "1.3.6.1.4.1.32473.1"));
    }

    @Test
    void allKeys() throws Exception {
        DomainConfiguration domain = read(
                USER + ", listen-address: 10.0.0.1, root: 1.3.6.1.3.7}\n" + "servers: {server-1: {snmp-port: 1161}}\n");
        assertThat(domain.get(SnmpPort.class).snmpPort()).isEqualTo(1161);
        SnmpSettings settings = domain.get(SnmpSettings.class);
        assertThat(settings)
                .isEqualTo(new SnmpSettings("10.0.0.1", "watcher", "hidden-one", "hidden-two", "1.3.6.1.3.7"));
        assertThat(settings.toString()).doesNotContain("hidden");
        for (String secret : List.of("authentication-password", "privacy-password")) {
            assertThat(domain.shown(SettingPath.parse("snmp." + secret))).contains("******");
        }
    }

    @Test
    void whatIsWrongHasItsPlaceAndShowsNoSecret() {
        assertThat(problems("snmp: {user: watcher}")).contains("snmp.user: a user needs");
        assertThat(problems("snmp: {user: watcher, authentication-password: hidden-one}"))
                .contains("snmp.user: a user needs");
        assertThat(problems("snmp: {user: w, authentication-password: hidden, privacy-password: hidden-two}"))
                .contains("snmp.authentication-password: it has fewer")
                .doesNotContain("hidden");
        assertThat(problems("snmp: {user: w, authentication-password: hidden-one, privacy-password: hidden-one}"))
                .contains("snmp.privacy-password: it is the authentication-password")
                .doesNotContain("hidden-");
        assertThat(problems("snmp: {root: 1.3.x.4}")).contains("snmp.root");
        assertThat(problems("snmp: {root: 1.3.6.4294967296}")).contains("snmp.root: a number");
        assertThat(problems("snmp: {root: 1.3.6.4294967295}")).isEmpty();
    }
}
