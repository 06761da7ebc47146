package io.keelson.kernel.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.base.config.Section;
import io.keelson.base.config.Setting;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Servers that are made from a template. */
class DynamicServersTest {
    /** A server as rooms describe it. */
    @Section("servers.*")
    public record Net(
            @Setting(help = "Address.", defaultValue = "127.0.0.1")
            String listenAddress,

            @Setting(help = "Port.", defaultValue = "7001", min = "0", max = "65535")
            int listenPort,

            @Setting(help = "Port for TLS.", defaultValue = "7002", min = "0", max = "65535")
            int tlsListenPort,

            @Setting(help = "A port of another.", defaultValue = "80", min = "1")
            int frontendPort,

            @Setting(help = "Names.", defaultValue = "") List<String> names,
            @Setting(help = "Further channels.") Map<String, Channel> channels) {}

    /** A channel. */
    public record Channel(
            @Setting(help = "Port.", required = true, min = "0", max = "65535")
            int listenPort) {}

    /** A member of a cluster. */
    @Section("servers.*")
    public record Member(
            @Setting(help = "Cluster.", reference = "clusters") @Nullable
            String cluster,

            @Setting(help = "Address.", defaultValue = "127.0.0.1")
            String clusterAddress,

            @Setting(help = "Port.", min = "1", max = "65534") @Nullable
            Integer clusterPort,

            @Setting(help = "Machine.") @Nullable String machine) {}

    private static final Model MODEL = Model.of(Domain.class, DynamicCluster.class, Net.class, Member.class);
    private static final String DOMAIN = """
            # The shop.
            servers:
              AdminServer: {listen-port: 7001, cluster-port: 7101}
            server-templates:
              web:
                listen-port: 8001 # of the first
                cluster-port: 8101
                names: ["${name}.shop", "n${id}"]
                frontend-port: 443
                channels:
                  admin: {listen-port: 9001}
            clusters:
              c:
                dynamic:
                  template: web
                  size: 3
                  name-prefix: web-
            """;

    private static DomainFile file(String text) throws ConfigurationException {
        return DomainFile.parse(Path.of("domain.yaml"), text);
    }

    private static DomainConfiguration read(String text) throws ConfigurationException {
        return new ConfigurationReader(MODEL).read(file(text), "AdminServer");
    }

    private static List<String> problems(String text) throws ConfigurationException {
        return new ConfigurationReader(MODEL)
                .check(file(text)).stream().map(Problem::toString).toList();
    }

    @Test
    void eachHasTheTemplatesSettingsItsNumberAndItsPorts() throws Exception {
        DomainConfiguration read = read(DOMAIN);

        assertThat(read.servers()).containsExactly("AdminServer", "web-1", "web-2", "web-3");
        Net second = read.all(Net.class).get("web-2");
        assertThat(second.listenPort()).isEqualTo(8003);
        assertThat(second.names()).containsExactly("web-2.shop", "n2");
        assertThat(second.frontendPort()).as("no port that it listens on").isEqualTo(443);
        assertThat(second.channels().get("admin").listenPort()).isEqualTo(9003);
        assertThat(second.tlsListenPort()).as("nobody said it").isEqualTo(7002);
        Member third = read.all(Member.class).get("web-3");
        assertThat(third.cluster()).isEqualTo("c");
        assertThat(third.clusterPort()).isEqualTo(8105);
        assertThat(third.machine()).isNull();
        assertThat(read.origin(SettingPath.parse("servers.web-3.listen-port")).toString())
                .as("where the template has it")
                .isEqualTo("domain.yaml:6:18");
    }

    @Test
    void machinesComeOneAfterTheOther() throws Exception {
        DomainConfiguration read =
                read(DOMAIN.replace("size: 3", "size: 3\n      machines: [one, two]\n      port-step: 10"));

        assertThat(read.all(Member.class).values())
                .extracting(Member::machine)
                .containsExactly(null, "one", "two", "one");
        assertThat(read.all(Net.class).get("web-3").listenPort()).isEqualTo(8021);
    }

    @Test
    void aTemplateMayNameTheMachine() throws Exception {
        DomainConfiguration read =
                read(DOMAIN.replace("    frontend-port", "    machine: box-${id}\n    frontend-port"));

        assertThat(read.all(Member.class).get("web-2").machine()).isEqualTo("box-2");
    }

    @Test
    void theyAreNamedAfterTheClusterWhereNothingIsSaid() throws Exception {
        DomainFile file = file(DOMAIN.replace("      name-prefix: web-\n", ""));

        assertThat(file.servers()).containsExactly("AdminServer", "c-1", "c-2", "c-3");
        assertThat(file.dynamicServers("c")).containsExactly("c-1", "c-2", "c-3");
        assertThat(file.dynamicServers("d")).isEmpty();
    }

    @Test
    void aTemplateWithoutSettingsIsOne() throws Exception {
        String text =
                "server-templates: {t: }\nservers: {AdminServer: {listen-port: 80}}\nclusters: {c: {dynamic: {template: t, size: 1}}}";
        assertThat(read(text).servers()).containsExactly("AdminServer", "c-1");
        assertThat(problems(text.replace("{listen-port: 80}", "")))
                .as("the port that both have where nothing is said")
                .containsExactly(
                        "domain.yaml:3:16: servers.c-1.listen-port: 7001 is also a port of AdminServer on the same"
                                + " machine; give the template other ports, or the cluster another port-step");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "size: 3             | size: 9              | 13:3: clusters.c: size is 9, but max-size is 8: raise that first",
                "size: 3             | size: 0              | 16:13: clusters.c.dynamic.size: expected a "
                        + "whole number from 1 to 200, but found '0'",
                "size: 3             | port-step: 2         | 14:5: clusters.c.dynamic.size: required, "
                        + "but missing; expected a whole number from 1 to 200",
                "template: web       | template: wob        | 15:17: clusters.c.dynamic.template: 'wob' "
                        + "is not defined in server-templates; did you mean web?",
                "name-prefix: web-   | name-prefix: _x      | 17:20: clusters.c.dynamic.name-prefix: "
                        + "expected text that matches [A-Za-z0-9][A-Za-z0-9._-]{0,63}, but found '_x'",
                "listen-port: 8001 # | listen-prt: 8001 #   | 6:5: server-templates.web.listen-prt: unknown key; did you mean listen-port?",
                "cluster-port: 8101  | cluster: c           | 7:5: server-templates.web.cluster: a "
                        + "template has no cluster: its servers are those of the cluster that names it; remove the key",
                "frontend-port: 443  | frontend-port: ${id}x | 9:20: server-templates.web.frontend-port: "
                        + "expected a whole number, at least 1, but found '1x'",
            })
    void saysWhereItIsWrong(String there, String instead, String problem) throws Exception {
        List<String> found = problems(DOMAIN.replace(there.strip(), instead.strip()));
        assertThat(found).as(found.toString()).contains("domain.yaml:" + problem.strip());
    }

    @Test
    void aMistakeInATemplateIsSaidOnce() throws Exception {
        assertThat(problems(
                        DOMAIN.replace("listen-port: 8001", "listen-prt: 8001").replace("size: 3", "size: 8")))
                .filteredOn(problem -> problem.contains("listen-prt"))
                .hasSize(1);
    }

    @Test
    void aNameThatIsTakenIsRefused() throws Exception {
        assertThat(problems(DOMAIN.replace("  AdminServer:", "  web-2: {listen-port: 1, cluster: c}\n  AdminServer:")))
                .containsExactly(
                        "domain.yaml:15:5: clusters.c.dynamic: its server number 2 would be web-2, a name that is taken"
                                + " (3:3); choose another name-prefix");
    }

    @Test
    void portsThatTwoServersWouldHaveAreRefused() throws Exception {
        assertThat(problems(DOMAIN.replace("listen-port: 8001", "listen-port: 6997")))
                .containsExactly(
                        "domain.yaml:6:18: servers.web-3.listen-port: 7001 is also a port of AdminServer on the same"
                                + " machine; give the template other ports, or the cluster another port-step");
        assertThat(problems(DOMAIN.replace("name-prefix", "port-step: 1\n      name-prefix")))
                .as("cluster-ports one after the other")
                .isEmpty();
        assertThat(problems(DOMAIN.replace("listen-port: 8001", "listen-port: 0")))
                .as("any that is free")
                .isEmpty();
        assertThat(problems(
                        DOMAIN.replace("name-prefix", "machines: [a, b, c]\n      port-step: 1\n      name-prefix")))
                .as("machines of their own")
                .isEmpty();
    }

    @Test
    void aSizeIsChangedWithoutTouchingTheRest() throws Exception {
        DomainFile four = file(DOMAIN).edit(SettingPath.parse("clusters.c.dynamic.size"), 4);

        assertThat(four.text()).isEqualTo(DOMAIN.replace("size: 3", "size: 4"));
        assertThat(four.servers()).endsWith("web-4");
        assertThat(ConfigurationChange.between(MODEL, file(DOMAIN), four))
                .singleElement()
                .satisfies(change -> {
                    assertThat(change.path()).hasToString("clusters.c.dynamic.size");
                    assertThat(change.live()).isTrue();
                });
    }

    @Test
    void whatATemplateSaysIsReadByItsServersAtTheirNextStart() throws Exception {
        DomainFile before = file(DOMAIN);
        DomainFile after = before.edit(SettingPath.parse("server-templates.web.frontend-port"), 444);

        assertThat(ConfigurationChange.forServers(MODEL, before, after))
                .extracting(change -> change.path() + " " + change.live())
                .containsExactly(
                        "servers.web-1.frontend-port false",
                        "servers.web-2.frontend-port false",
                        "servers.web-3.frontend-port false");
        assertThat(ConfigurationChange.between(MODEL, before, after))
                .extracting(change -> change.path().toString())
                .containsExactly("server-templates.web.frontend-port");
    }

    @Test
    void theSameIsReadWithoutTheModel() {
        Map<String, Object> dynamic = Map.of("template", "t", "size", 2, "name-prefix", "web-");
        Map<String, Object> plain = Map.of("clusters", Map.of("c", Map.of("dynamic", dynamic), "d", Map.of()));

        assertThat(DynamicServers.named(plain)).containsExactly(Map.entry("web-1", "c"), Map.entry("web-2", "c"));
        assertThat(DynamicServers.named(Map.of("clusters", "none"))).isEmpty();
        assertThat(DynamicServers.scaledAway(plain, "web-3")).isTrue();
        assertThat(List.of("web-2", "web-x", "web-03", "other-7", "web-"))
                .noneMatch(name -> DynamicServers.scaledAway(plain, name));
    }

    @Test
    void theirMachinesAreThoseOfTheServersThatAreMade() {
        Map<String, Object> dynamic = new LinkedHashMap<>(Map.of("size", 3, "name-prefix", "web-", "template", "t"));
        Map<String, Object> plain = Map.of(
                "server-templates", Map.of("t", Map.of("machine", "box-${id}")),
                "clusters", Map.of("c", Map.of("dynamic", dynamic)));
        assertThat(DynamicServers.machines(plain))
                .containsExactly(Map.entry("web-1", "box-1"), Map.entry("web-2", "box-2"), Map.entry("web-3", "box-3"));
        dynamic.put("machines", List.of("one", "two"));
        assertThat(DynamicServers.machines(plain))
                .containsExactly(Map.entry("web-1", "one"), Map.entry("web-2", "two"), Map.entry("web-3", "one"));
        assertThat(DynamicServers.machines(Map.of("clusters", Map.of("c", Map.of("dynamic", Map.of("size", 1))))))
                .isEmpty();
    }

    /**
     * Whatever the size and the step: as many servers as are wanted, each with a name and ports of its own, or a problem that says why
     * not.
     */
    @Test
    void anySizeIsReadOrSaysWhyNot() throws Exception {
        long seed = Long.getLong("seed", System.nanoTime());
        Random random = new Random(seed);
        int read = 0;
        for (int i = 0; i < 400; i++) {
            int size = 1 + random.nextInt(40);
            int step = 1 + random.nextInt(4);
            int port = 7_000 + random.nextInt(200);
            int machines = random.nextInt(4);
            String text = DOMAIN.replace(
                            "size: 3",
                            "size: " + size + "\n      max-size: 40\n      port-step: " + step + "\n      machines: ["
                                    + String.join(
                                            ", ",
                                            IntStream.range(0, machines)
                                                    .mapToObj(m -> "m" + m)
                                                    .toList()) + "]")
                    .replace("8001", String.valueOf(port))
                    .replace("8101", String.valueOf(port + 1_000))
                    .replace("9001", String.valueOf(port + 2_000));
            List<String> wrong = problems(text);
            if (!wrong.isEmpty()) {
                assertThat(wrong)
                        .as("seed %d, %s", seed, text)
                        .allMatch(problem -> problem.contains("is also a port of"));
                assertThat(step == 1 || port <= 7_102)
                        .as("seed %d, %s: %s", seed, text, wrong)
                        .isTrue();
                continue;
            }
            read++;
            DomainConfiguration configuration = read(text);
            assertThat(configuration.servers())
                    .as("seed %d", seed)
                    .hasSize(size + 1)
                    .doesNotHaveDuplicates();
            Set<String> taken = new HashSet<>();
            List<String> twice = new ArrayList<>();
            configuration.all(Net.class).forEach((name, net) -> {
                String on = configuration.all(Member.class).get(name).machine() + ":";
                net.channels().values().forEach(channel -> {
                    if (!taken.add(on + channel.listenPort())) {
                        twice.add(name + " " + channel.listenPort());
                    }
                });
                if (!taken.add(on + net.listenPort())) {
                    twice.add(name + " " + net.listenPort());
                }
            });
            assertThat(twice).as("seed %d, %s", seed, text).isEmpty();
        }
        assertThat(read).as("seed %d", seed).isPositive();
    }
}
