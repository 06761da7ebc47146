package io.keelson.kernel.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests what is said about each kind of mistake, to the column. */
class ProblemsTest {
    private static final String HEAD = "servers:\n  AdminServer:\n";
    private static final String SERVER = "servers.AdminServer.";

    @Test
    void allErrorsAreReportedAtOnceInTheOrderOfTheFile() {
        String text = """
                nam: shop
                admin-server: AdminServr
                servers:
                  AdminServer:
                    listen-prot: 7001
                    idle-timeout: 2h
                    listen-port: 0
                    listen-port: 1
                    channels:
                      admin:
                    tls: {}
                limits:
                  least: 20
                """;

        assertThat(Example.problems(text))
                .containsExactly(
                        "domain.yaml:1:1: nam: unknown key; did you mean name?",
                        "domain.yaml:2:15: admin-server: 'AdminServr' is not defined in servers; "
                                + "did you mean AdminServer?",
                        "domain.yaml:5:5: servers.AdminServer.listen-prot: unknown key; did you mean listen-port?",
                        "domain.yaml:6:19: servers.AdminServer.idle-timeout: expected a duration such as 500ms, 30s, "
                                + "5m, 2h or 1d from 1s to 1h, but found '2h'",
                        "domain.yaml:7:18: servers.AdminServer.listen-port: "
                                + "expected a whole number from 1 to 65535, but found '0'",
                        "domain.yaml:8:5: servers.AdminServer.listen-port: duplicate key; the first is at 7:5",
                        "domain.yaml:10:7: servers.AdminServer.channels.admin.port: "
                                + "required, but missing; expected a whole number from 0 to 65535",
                        "domain.yaml:11:5: servers.AdminServer.tls.key-store: "
                                + "required, but missing; expected a path",
                        "domain.yaml:12:1: limits: least is greater than most");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "listen-port   | 08080   | expected a whole number from 1 to 65535, but found '08080'",
                "listen-port   | 1_000   | expected a whole number from 1 to 65535, but found '1_000'",
                "listen-port   | +80     | expected a whole number from 1 to 65535, but found '+80'",
                "listen-port   | 0x50    | expected a whole number from 1 to 65535, but found '0x50'",
                "listen-port   | 70.0    | expected a whole number from 1 to 65535, but found '70.0'",
                "listen-port   | 70000   | expected a whole number from 1 to 65535, but found '70000'",
                "listen-port   | 99999999999999999999 | "
                        + "expected a whole number from 1 to 65535, but found '99999999999999999999'",
                "listen-port   | '80'    | "
                        + "expected a whole number from 1 to 65535 without quotes, but found the text '80'",
                "listen-port   | [80]    | expected a whole number from 1 to 65535, but found a list",
                "listen-port   | {a: 1}  | expected a whole number from 1 to 65535, but found a mapping",
                "listen-port   | ~       | "
                        + "expected a whole number from 1 to 65535, but nothing is given; "
                        + "remove the key to have the default",
                "native-io-enabled | yes | expected true or false, but found 'yes'",
                "native-io-enabled | on  | expected true or false, but found 'on'",
                "native-io-enabled | \"true\" | expected true or false without quotes, but found the text 'true'",
                "share         | 1.5     | expected a number from 0.0 to 1.0, but found '1.5'",
                "share         | .inf    | expected a number from 0.0 to 1.0, but found '.inf'",
                "share         | 1e999   | expected a number from 0.0 to 1.0, but found '1e999'",
                "idle-timeout  | 30      | "
                        + "expected a duration such as 500ms, 30s, 5m, 2h or 1d from 1s to 1h, but found '30'",
                "idle-timeout  | 999999999999999999d | expected a duration such as 500ms, 30s, 5m, 2h or 1d "
                        + "from 1s to 1h, but found '999999999999999999d'",
                "buffer-size   | 10MB    | "
                        + "expected a size such as 512B, 8KiB, 10MiB or 1GiB, at least 1KiB, but found '10MB'",
                "buffer-size   | 1B      | "
                        + "expected a size such as 512B, 8KiB, 10MiB or 1GiB, at least 1KiB, but found '1B'",
                "balance       | round_robin | "
                        + "expected one of round-robin, least-loaded, but found 'round_robin'; "
                        + "did you mean round-robin?",
                "balance       | random  | expected one of round-robin, least-loaded, but found 'random'",
                "protocols     | http    | expected a list such as [a, b], but found a single value",
                "labels        | [a]     | expected a mapping from names to values, but found a list",
                "headers       | 5       | expected a mapping, but found a single value",
                "work-manager  | orders  | 'orders' is not defined in work-managers; none is defined",
                "listen-address | null   | expected text, but nothing is given; remove the key to have the default",
                "listen-address | [a]    | expected text, but found a list",
                "log           | x       | expected a mapping, but found a single value",
            })
    void aWrongValueIsReportedWhereItStands(String key, String value, String message) {
        int column = 4 + key.length() + 3;

        assertThat(Example.problems(HEAD + "    " + key + ": " + value + "\n"))
                .containsExactly("domain.yaml:3:" + column + ": " + SERVER + key + ": " + message);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"on", "yes", "8080", "08080", "1_000", "1.10", "true", "'x'", "\"y\"", "2026-01-01", "=", "<<"})
    void textIsTakenAsItIsWritten(String value) throws Exception {
        String read = Example.read(HEAD + "    listen-address: " + value + "\n")
                .get(Example.Server.class)
                .listenAddress();

        assertThat(read).isEqualTo(value.replaceAll("['\"]", ""));
    }

    @Test
    void anItemOfAListIsReportedWhereItStands() {
        assertThat(Example.problems(HEAD + "    protocols: [http, H2]\n"))
                .containsExactly("domain.yaml:3:23: servers.AdminServer.protocols: "
                        + "expected text that matches [a-z]+, but found 'H2'");
        assertThat(Example.problems(HEAD + "    protocols:\n    - http\n    - {a: b}\n"))
                .containsExactly("domain.yaml:5:7: servers.AdminServer.protocols: "
                        + "expected text that matches [a-z]+, but found a mapping");
    }

    @Test
    void aSecretIsNotShown() {
        assertThat(Example.problems(HEAD + "    password: S3cret!\n"))
                .containsExactly("domain.yaml:3:15: servers.AdminServer.password: "
                        + "expected text that matches [a-z]{8,}, but found something else (the value is secret)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a b", "ä", "-a", ".", "..", "a/b", "'*'", "\"\"", "x:y"})
    void namesOfEntriesAreRestricted(String name) {
        assertThat(Example.problems(HEAD + "  " + name + ": {}\n"))
                .singleElement()
                .asString()
                .startsWith("domain.yaml:3:3: servers: not a name: '")
                .endsWith("expected letters, digits, '.', '_' and '-', at most 128, the first a letter or a digit");
    }

    @Test
    void aNameWithADotIsQuotedInPaths() {
        assertThat(Example.problems(HEAD + "  eu.west: {x: 1}\n"))
                .singleElement()
                .asString()
                .startsWith("domain.yaml:3:13: servers.\"eu.west\".x: unknown key");
    }

    @Test
    void aKeyInTheWrongPlaceIsToldItsPlace() {
        assertThat(Example.problems("listen-port: 7001\n" + HEAD))
                .containsExactly("domain.yaml:1:1: listen-port: unknown key; it belongs at servers.*.listen-port");
    }

    @Test
    void anUnknownKeyWithoutNearNameIsToldTheKnownOnes() {
        assertThat(Example.problems("zzzzzzzz: 1\n" + HEAD))
                .containsExactly("domain.yaml:1:1: zzzzzzzz: unknown key; known: "
                        + "admin-server, limits, name, pools, production-mode, servers, work-managers");
    }

    @Test
    void aServerThatIsNotDefinedIsNamedWithTheNearest() {
        assertThat(Example.problems("admin-server: AdminServers\nservers:\n  AdminServers: {}\n"))
                .containsExactly("domain.yaml:2:1: servers: the server 'AdminServer' is not defined; "
                        + "did you mean AdminServers?");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "# nothing\n", "---\n", "~\n", "\uFEFF"})
    void anEmptyFileHasNoServer(String text) {
        assertThat(Example.problems(text))
                .hasSize(2)
                .allSatisfy(p -> assertThat(p).startsWith("domain.yaml:1:1: "));
        assertThat(Example.problems(text).get(1))
                .isEqualTo("domain.yaml:1:1: servers: the server 'AdminServer' is not defined; none is defined");
    }

    @Test
    void theTopMustBeAMapping() {
        assertThat(Example.problems("- a\n").get(0))
                .isEqualTo("domain.yaml:1:1: expected a mapping with keys such as servers, but found a list");
    }

    @Test
    void anchorsAliasesMergeKeysAndTagsAreRefused() {
        String text = """
                servers:
                  A: &a
                    listen-port: 1
                  B: *a
                  C:
                    <<: *a
                    listen-port: !!int 5
                  AdminServer: !x {}
                """;

        assertThat(Example.problems(text))
                .containsExactly(
                        "domain.yaml:2:6: anchors are not supported; write the value out where it is needed",
                        "domain.yaml:4:6: aliases are not supported; write the value out",
                        "domain.yaml:6:9: aliases are not supported; write the value out",
                        "domain.yaml:6:5: merge keys are not supported; write the keys out",
                        "domain.yaml:7:18: tags are not supported; remove !!int",
                        "domain.yaml:8:16: tags are not supported; remove !x");
    }

    @Test
    void aBillionLaughsAreRefusedAtTheFirst() {
        StringBuilder text = new StringBuilder("a: &a [x,x,x,x,x,x,x,x,x]\n");
        for (char c = 'b'; c < 'k'; c++) {
            text.append(c)
                    .append(": &")
                    .append(c)
                    .append(" [")
                    .append(("*" + (char) (c - 1) + ",").repeat(9))
                    .append("]\n");
        }

        assertThat(Example.problems(text.toString()).get(0))
                .isEqualTo("domain.yaml:1:4: anchors are not supported; write the value out where it is needed");
    }

    @Test
    void oneFileIsOneDocument() {
        assertThat(Example.problems(HEAD + "---\n" + HEAD))
                .containsExactly("domain.yaml:3:1: a second document; domain.yaml is one document");
    }

    @Test
    void keysAreNames() {
        assertThat(Example.problems(HEAD + "[a]: b\n"))
                .contains("domain.yaml:3:1: a key must be a name, not a list or a mapping");
    }

    @Test
    void syntaxErrorsHaveTheirPlace() {
        assertThat(Example.problems("servers:\n\tAdminServer: {}\n"))
                .singleElement()
                .asString()
                .startsWith("domain.yaml:2:1: not YAML: found character")
                .contains("\\t(TAB)");
        assertThat(Example.problems("servers: {a: 1\n"))
                .singleElement()
                .asString()
                .startsWith("domain.yaml:2:1: not YAML: ");
        assertThat(Example.problems("a: b\n c: d: e\n"))
                .singleElement()
                .asString()
                .startsWith("domain.yaml:2:3: not YAML: ");
        assertThat(Example.problems("name: \"x\u0007\"\n"))
                .containsExactly("domain.yaml:1:9: a character that YAML does not allow: U+0007");
        assertThat(Example.problems("# 0123456789\n".repeat(1000) + "name: \u0007\n"))
                .containsExactly("domain.yaml:1001:7: a character that YAML does not allow: U+0007");
    }

    @Test
    void depthIsBounded() {
        assertThat(Example.problems("[".repeat(1_000_000)))
                .singleElement()
                .asString()
                .isEqualTo("domain.yaml:1:66: nested deeper than 64 levels");
    }

    @Test
    void columnsCountCharactersNotBytes() {
        assertThat(Example.problems(
                        "# \uD83D\uDE00\n\"\uD83D\uDE00ä\": 1\n" + HEAD + "    labels: {a: \"\uD83D\uDE00\", b: []}\n"))
                .containsExactly(
                        "domain.yaml:2:1: \uD83D\uDE00ä: unknown key; known: admin-server, limits, name, pools, "
                                + "production-mode, servers, work-managers",
                        "domain.yaml:5:25: servers.AdminServer.labels.b: expected text, but found a list");
    }

    @Test
    void whatIsNotUtf8IsReportedWhereItStands() {
        byte[] content = "name: x\nservers: \u00e4".getBytes(StandardCharsets.ISO_8859_1);

        assertThat(problems(Path.of("domain.yaml"), content))
                .containsExactly("domain.yaml:2:10: not UTF-8: the byte 17 of the file cannot be read");
    }

    @Test
    void aFileThatCannotBeReadIsNamed(@TempDir Path directory) {
        assertThat(problems(directory.resolve("domain.yaml"), null))
                .containsExactly("domain.yaml: there is no such file: " + directory.resolve("domain.yaml"));
        assertThat(problems(directory, null)).singleElement().asString().contains("cannot be read");
    }

    private static List<String> problems(Path path, byte[] content) {
        try {
            DomainFile file = content == null ? DomainFile.read(path) : DomainFile.parse(path, content);
            throw new AssertionError("read: " + file.text());
        } catch (ConfigurationException e) {
            return e.problems().stream().map(Problem::toString).toList();
        }
    }
}
