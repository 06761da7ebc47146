package io.keelson.kernel.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class OverridesTest {
    private static final String TEXT = """
            servers:
              AdminServer: {listen-port: 7001, protocols: [http]}
              eu.west: {}
            work-managers: {orders: {}}
            """;
    private static final SettingPath PORT = SettingPath.of("servers", "AdminServer", "listen-port");

    @Test
    void thePropertyWinsOverTheVariableOverTheFileOverTheDefault() throws Exception {
        Map<String, String> variable = Map.of("KEELSON_SERVERS_ADMINSERVER_LISTEN_PORT", "8");
        Map<String, String> property = Map.of("keelson.servers.AdminServer.listen-port", "9");

        assertThat(port(Map.of(), Map.of())).isEqualTo("7001 from domain.yaml:2:30");
        assertThat(port(Map.of(), variable)).isEqualTo("8 from KEELSON_SERVERS_ADMINSERVER_LISTEN_PORT");
        assertThat(port(property, variable)).isEqualTo("9 from -Dkeelson.servers.AdminServer.listen-port");
    }

    @Test
    void anAliasMeansTheServerThatStarts() throws Exception {
        DomainConfiguration read = read(Map.of("keelson.ListenPort", "80"), Map.of());

        assertThat(read.all(Example.Server.class).get("AdminServer").listenPort())
                .isEqualTo(80);
        assertThat(read.all(Example.Server.class).get("eu.west").listenPort()).isEqualTo(7001);
        assertThat(read.origin(PORT)).hasToString("-Dkeelson.ListenPort");
    }

    @Test
    void everyKindOfSettingCanBeSet() throws Exception {
        DomainConfiguration read = read(
                Map.of(
                        "keelson.production-mode", "true",
                        "keelson.servers.AdminServer.protocols", "iiop, http",
                        "keelson.servers.AdminServer.tls.key-store", "a.p12",
                        "keelson.servers.AdminServer.work-manager", "orders",
                        "keelson.servers.eu.west.log.file", "x.log",
                        "keelson.servers.\"eu.west\".listen-port", "5",
                        "keelson.limits.most", "7",
                        "java.home", "ignored"),
                Map.of("KEELSON_WORK_MANAGERS_ORDERS_CAPACITY", "5", "PATH", "ignored"));

        Example.Server server = read.get(Example.Server.class);
        assertThat(read.get(Domain.class).productionMode()).isTrue();
        assertThat(server.protocols()).containsExactly("iiop", "http");
        assertThat(server.tls()).isNotNull();
        assertThat(server.tls().keyStore().toString()).endsWith("a.p12");
        assertThat(server.workManager()).isEqualTo("orders");
        assertThat(read.all(Example.Server.class).get("eu.west").listenPort()).isEqualTo(5);
        assertThat(read.all(Example.ServerLog.class).get("eu.west").file().toString())
                .endsWith("x.log");
        assertThat(read.get(Example.Limits.class).most()).isEqualTo(7);
        assertThat(read.all(Example.Work.class).get("orders").capacity()).isEqualTo(5);
    }

    @Test
    void anOverrideGivesWhatIsRequired() throws Exception {
        String text = "servers: {AdminServer: {channels: {admin: }}}\n";
        Overrides overrides = overrides(Map.of("keelson.servers.AdminServer.channels.admin.port", "9"), Map.of());

        assertThat(Example.read(text, overrides).all(Example.Channel.class))
                .isEqualTo(Map.of("admin", new Example.Channel(9)));
    }

    @Test
    void whatIsWrongNamesTheProperty() {
        assertThat(problems(
                        Map.of(
                                "keelson.ListenPort", "0",
                                "keelson.servers.AdminServer.listen-prot", "1",
                                "keelson.work-managers.order.capacity", "1",
                                "keelson.servers.AdminServer.password", "S3cret",
                                "keelson.servers.AdminServer.work-manager", "order",
                                "keelson.home", "/opt"),
                        Map.of("KEELSON_PRODUCTION_MODE", "yes")))
                .containsExactly(
                        "KEELSON_PRODUCTION_MODE: production-mode: expected true or false, but found 'yes'",
                        "-Dkeelson.ListenPort: servers.AdminServer.listen-port: "
                                + "expected a whole number from 1 to 65535, but found '0'",
                        "-Dkeelson.servers.AdminServer.listen-prot: not a setting of this domain; "
                                + "did you mean servers.AdminServer.listen-port?",
                        "-Dkeelson.servers.AdminServer.password: servers.AdminServer.password: expected text that "
                                + "matches [a-z]{8,}, but found something else (the value is secret)",
                        "-Dkeelson.work-managers.order.capacity: not a setting of this domain; "
                                + "did you mean work-managers.orders.capacity?",
                        "-Dkeelson.servers.AdminServer.work-manager: servers.AdminServer.work-manager: "
                                + "'order' is not defined in work-managers; did you mean orders?");
    }

    @Test
    void anEntryOfAMappingIsOnlyDefinedInTheFile() {
        assertThat(problems(Map.of("keelson.servers.AdminServer.labels.x", "y"), Map.of()))
                .singleElement()
                .asString()
                .startsWith(
                        "-Dkeelson.servers.AdminServer.labels.x: not a setting of this domain; known: ListenPort, ");
    }

    @Test
    void whatTheLauncherKeepsForItselfIsNotASetting() {
        Map<String, String> properties = Map.of("keelson.home", "/opt", "keelson.boot.x", "1", "keelson.bootx", "2");
        Overrides overrides = new Overrides(
                properties, Map.of("KEELSON_HOME", "/opt"), Set.of("keelson.home", "keelson.boot.*", "KEELSON_HOME"));

        assertThat(Example.problems(TEXT, overrides))
                .singleElement()
                .asString()
                .startsWith("-Dkeelson.bootx: not a setting of this domain");
    }

    @Test
    void anUnknownVariableIsAWarning() throws Exception {
        DomainConfiguration read = read(Map.of(), Map.of("KEELSON_PRODUCTION_MOD", "1"));

        assertThat(read.warnings())
                .containsExactly("the environment variable KEELSON_PRODUCTION_MOD is not a setting of this domain and "
                        + "was ignored; did you mean KEELSON_PRODUCTION_MODE?");
    }

    @Test
    void aVariableThatMeansTwoSettingsIsRefused() {
        String text = "servers: {AdminServer: {}}\nwork-managers: {a-b: {}, a_b: {}}\n";

        assertThat(Example.problems(text, overrides(Map.of(), Map.of("KEELSON_WORK_MANAGERS_A_B_CAPACITY", "5"))))
                .containsExactly("KEELSON_WORK_MANAGERS_A_B_CAPACITY: means several settings: "
                        + "[work-managers.a-b.capacity, work-managers.a_b.capacity]; use -Dkeelson.<path>=");
    }

    @Test
    void twoPropertiesForOneSettingAreRefused() {
        assertThat(problems(Map.of("keelson.ListenPort", "1", "keelson.port", "2"), Map.of()))
                .containsExactly("-Dkeelson.port: servers.AdminServer.listen-port: "
                        + "the same setting is also set by -Dkeelson.ListenPort");
    }

    @Test
    void whatIsWrongInTheFileStaysWrong() {
        Overrides overrides = overrides(Map.of("keelson.ListenPort", "1"), Map.of());

        assertThat(Example.problems("servers: {AdminServer: {listen-port: x}}\n", overrides))
                .singleElement()
                .asString()
                .startsWith("domain.yaml:1:38: ");
        assertThat(Example.problems("servers: 5\n", overrides))
                .containsExactly("domain.yaml:1:10: servers: expected a mapping from names to values, "
                        + "but found a single value");
    }

    private static String port(Map<String, String> properties, Map<String, String> variables) throws Exception {
        DomainConfiguration read = read(properties, variables);
        return read.get(Example.Server.class).listenPort() + " from " + read.origin(PORT);
    }

    private static DomainConfiguration read(Map<String, String> properties, Map<String, String> variables)
            throws ConfigurationException {
        return Example.read(TEXT, overrides(properties, variables));
    }

    private static List<String> problems(Map<String, String> properties, Map<String, String> variables) {
        return Example.problems(TEXT, overrides(properties, variables));
    }

    private static Overrides overrides(Map<String, String> properties, Map<String, String> variables) {
        return new Overrides(properties, variables, Set.of("keelson.home"));
    }
}
