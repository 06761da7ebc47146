package io.keelson.kernel.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.base.config.DataSize;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DomainFileEditTest {
    private static final String TEXT = """
        # A shop.
        name: shop   # short

        servers:
          # the first
          AdminServer:
            listen-port: 7001 # well known
            protocols:
              - http   # plain
              # not yet:
              - iiop
            tls: {key-store: 'a.p12', ciphers: [x, y]} # flow
          B: {}
        # the end
        """;

    @Test
    void aScalarIsReplacedInItsPlace() throws Exception {
        assertThat(edit(TEXT, "name", "store")).isEqualTo(TEXT.replace("name: shop ", "name: store "));
        assertThat(edit(TEXT, "servers.AdminServer.listen-port", 80)).isEqualTo(TEXT.replace("7001", "80"));
        assertThat(edit(TEXT, "servers.AdminServer.tls.key-store", "b c"))
                .isEqualTo(TEXT.replace("'a.p12'", "\"b c\""));
    }

    @Test
    void aKeyIsAddedBehindTheLastOfItsMapping() throws Exception {
        assertThat(edit(TEXT, "servers.AdminServer.idle-timeout", Duration.ofMinutes(5)))
                .isEqualTo(TEXT.replace("# flow\n", "# flow\n    idle-timeout: 5m\n"));
        assertThat(edit(TEXT, "limits.most", 3L)).isEqualTo(TEXT.replace("B: {}\n", "B: {}\nlimits:\n  most: 3\n"));
        assertThat(edit(TEXT, "servers.AdminServer.tls.size", new DataSize(2048)))
                .isEqualTo(TEXT.replace("[x, y]}", "[x, y], size: 2KiB}"));
        assertThat(edit(TEXT, "servers.B.listen-port", 1)).isEqualTo(TEXT.replace("B: {}", "B: {listen-port: 1}"));
        assertThat(edit(TEXT, "servers.C", Map.of("listen-port", 1)))
                .isEqualTo(TEXT.replace("B: {}\n", "B: {}\n  C:\n    listen-port: 1\n"));
    }

    @Test
    void aKeyIsAddedBehindTheCommentsOfWhatStandsBeforeIt() throws Exception {
        String text = "servers:\n  A:\n    port: 1\n    # help\n    #size: 2\n\n      # deeper\n\n  # of B\n# end\n";

        assertThat(edit(text, "servers.B.port", 2)).isEqualTo(text.replace("deeper\n", "deeper\n  B:\n    port: 2\n"));
        assertThat(edit(text, "name", "x")).isEqualTo(text.replace("of B\n", "of B\nname: x\n"));
        assertThat(edit(text, "servers.A.size", 3)).isEqualTo(text.replace("port: 1\n", "port: 1\n    size: 3\n"));
        assertThat(edit(text.replace("\n", "\r\n"), "servers.B.port", 2))
                .isEqualTo(
                        text.replace("deeper\n", "deeper\n  B:\n    port: 2\n").replace("\n", "\r\n"));
        assertThat(edit("a:\r\n  b: 1\r\n  #c: 2", "d", 3)).isEqualTo("a:\r\n  b: 1\r\n  #c: 2\r\nd: 3\r\n");
    }

    @Test
    void whatSaysNothingIsFilled() throws Exception {
        assertThat(edit("", "name", "x")).isEqualTo("name: x\n");
        assertThat(edit("# c", "servers.A.port", 1)).isEqualTo("# c\nservers:\n  A:\n    port: 1\n");
        assertThat(edit("servers:\n   A: # c\nb: 1\n", "servers.A.port", 1))
                .isEqualTo("servers:\n   A: # c\n      port: 1\nb: 1\n");
        assertThat(edit("servers:\n  A: ~ # c", "servers.A.port", 1)).isEqualTo("servers:\n  A: # c\n    port: 1\n");
        assertThat(edit("name: # c\nb: 1", "name", "x")).isEqualTo("name: x # c\nb: 1");
        assertThat(edit("{a: , b}", "a", 1)).isEqualTo("{a: 1 , b}");
        assertThat(edit("{a: , b}", "b.c", 1)).isEqualTo("{a: , b: {c: 1}}");
    }

    @Test
    void aListIsChangedItemByItem() throws Exception {
        String path = "servers.AdminServer.protocols";

        assertThat(edit(TEXT, path, List.of("http", "https", "iiop")))
                .isEqualTo(TEXT.replace("# plain\n", "# plain\n      - https\n"));
        assertThat(edit(TEXT, path, List.of("https", "iiop"))).isEqualTo(TEXT.replace("- http ", "- https "));
        assertThat(edit(TEXT, path, List.of("iiop"))).isEqualTo(TEXT.replace("      - http   # plain\n", ""));
        assertThat(edit(TEXT, path, List.of("http", "iiop", "h2", "h3")))
                .isEqualTo(TEXT.replace("- iiop\n", "- iiop\n      - h2\n      - h3\n"));
        assertThat(edit(TEXT, path, List.of())).contains("protocols: []\n").contains("tls:");
        assertThat(edit(TEXT, "servers.AdminServer.tls.ciphers", List.of("y"))).contains("ciphers: [y]} # flow");
        assertThat(edit(TEXT, "servers.AdminServer.tls.ciphers", List.of("x", "z", "y")))
                .contains("ciphers: [x, z, y]} # flow");
        assertThat(edit("a: [x, # c\n  y]\n", "a", List.of("x"))).isEqualTo("a: [x, # c\n  ]\n");
        assertThat(edit("a: []\n", "a", List.of("x", 1, true))).isEqualTo("a: [x, 1, true]\n");
    }

    @Test
    void aMappingIsChangedKeyByKey() throws Exception {
        String edited = edit("a:\n  # one\n  x: 1 # 1\n  y: 2\n", "a", new TreeMap<>(Map.of("x", 1, "z", 3)));

        assertThat(edited).isEqualTo("a:\n  # one\n  x: 1 # 1\n  z: 3\n");
    }

    @Test
    void aKeyIsRemovedWithItsLines() throws Exception {
        assertThat(remove(TEXT, "name")).isEqualTo(TEXT.replace("name: shop   # short\n", ""));
        assertThat(remove(TEXT, "servers.B")).isEqualTo(TEXT.replace("  B: {}\n", ""));
        assertThat(remove(TEXT, "servers.AdminServer.tls.key-store"))
                .isEqualTo(TEXT.replace("key-store: 'a.p12', ", ""));
        assertThat(remove(TEXT, "servers.AdminServer.tls.ciphers")).isEqualTo(TEXT.replace(", ciphers: [x, y]", ""));
        assertThat(remove("a: # c\n  b: 1\n", "a.b")).isEqualTo("a: {} # c\n");
        assertThat(remove("{a: 1, # c\n b: 2}", "b")).isEqualTo("{a: 1, # c\n }");
        assertThat(remove("{a: 1, # c\n b: 2}", "a")).isEqualTo("{ # c\n b: 2}");
        assertThat(remove("a: 1", "a")).isEmpty();
    }

    @Test
    void collectionsAndBlocksGiveWayToOtherValues() throws Exception {
        assertThat(edit("a: # c\n  # d\n  - x\n  - y\nb: 1\n", "a", 5)).isEqualTo("a: 5 # c\n  # d\nb: 1\n");
        assertThat(edit("a: | # c\n  x\n  y\n\n# d\nb: 1\n", "a", "z")).isEqualTo("a: z # c\n\n# d\nb: 1\n");
        assertThat(edit("a: |+\n  x\n\nb: 1\n", "a", "z")).isEqualTo("a: z\nb: 1\n");
        assertThat(edit("a: {x: 1} # c\n", "a", "z")).isEqualTo("a: z # c\n");
        assertThat(edit("a: >-\n  x\n  y\n", "b", 1)).isEqualTo("a: >-\n  x\n  y\nb: 1\n");
        assertThat(edit("a:\n  b: |\n    x\n\n# c\n", "a.d", 1)).isEqualTo("a:\n  b: |\n    x\n  d: 1\n\n# c\n");
    }

    @Test
    void lineEndsAndByteOrderMarkStay() throws Exception {
        assertThat(edit("\uFEFFa: 1\r\nb: 2", "c.d", true)).isEqualTo("\uFEFFa: 1\r\nb: 2\r\nc:\r\n  d: true\r\n");
        assertThat(edit("\uFEFFa: 1\r\nb: 2", "a", "x\ny")).isEqualTo("\uFEFFa: \"x\\ny\"\r\nb: 2");
        assertThat(remove("\uFEFFa: 1\r\nb: 2", "a")).isEqualTo("\uFEFFb: 2");
    }

    @Test
    void textThatLooksLikeSomethingElseIsQuoted() throws Exception {
        for (String text : List.of(
                "true",
                "yes",
                "80",
                "1_0",
                "~",
                "",
                "a: b",
                "#",
                "- x",
                "x ",
                "ä",
                "\t",
                "\u0000",
                "a\"\\",
                "0x1",
                ".5",
                "1e3",
                "NULL",
                "*",
                "&a",
                "!x",
                "@",
                "`",
                "%",
                "\uD83D\uDE00",
                "\u2028",
                "[",
                "{",
                ",",
                "?",
                "|",
                "'")) {
            DomainFile edited = Example.file("name: x\n").edit(SettingPath.of("name"), text);
            assertThat(Plain.of(edited.root())).isEqualTo(Map.of("name", new Plain.Text(text)));
            edited = Example.file("{name: x}\n").edit(SettingPath.of("name"), text);
            assertThat(Plain.of(edited.root())).isEqualTo(Map.of("name", new Plain.Text(text)));
        }
    }

    @Test
    void whatCannotBeDoneIsRefused() throws Exception {
        assertThatThrownBy(() -> edit(TEXT, "name.x", 1)).hasMessage("name is not a mapping; it has no keys");
        assertThatThrownBy(() -> edit(TEXT, "", 1)).isInstanceOf(EditException.class);
        assertThatThrownBy(() -> remove(TEXT, "nam")).hasMessage("there is no nam in domain.yaml");
        assertThatThrownBy(() -> remove(TEXT, "name.x")).hasMessage("there is no name.x in domain.yaml");
        assertThatThrownBy(() -> remove(TEXT, "")).isInstanceOf(EditException.class);
        assertThatThrownBy(() -> remove("? a\n: b\n", "a")).isInstanceOf(EditException.class);
        assertThatThrownBy(() -> edit("a: 1\n...\n", "b", Double.NaN)).isInstanceOf(EditException.class);
        assertThatThrownBy(() -> edit("a: 1\na: 2\n", "a", 3))
                .hasMessage("domain.yaml has the key 'a' 2 times in one place; keep one of them, then edit");
        assertThatThrownBy(() -> edit("a:\na: {b: {c: 1}}\n", "a.b.c", 2)).hasMessageContaining("the key 'a' 2 times");
        assertThatThrownBy(() -> remove("a: {b: 1}\na: {b: 1}\n", "a.b")).hasMessageContaining("the key 'a' 2 times");
    }

    @Test
    void theFileIsReplacedAsAWhole(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("domain.yaml");
        Files.writeString(file, TEXT);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
        Path link = Files.createSymbolicLink(directory.resolve("link.yaml"), file);

        DomainFile.read(link).edit(SettingPath.of("name"), "ä").write();

        assertThat(Files.readString(file)).isEqualTo(TEXT.replace("shop ", "\"ä\" "));
        assertThat(Files.isSymbolicLink(link)).isTrue();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-r-----");
        try (var files = Files.list(directory)) {
            assertThat(files).containsExactlyInAnyOrder(file, link);
        }
    }

    @Test
    void aFileThatIsNotThereYetIsMade(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("domain.yaml");

        DomainFile.parse(file, "name: x\n").write();

        assertThat(DomainFile.read(file).text()).isEqualTo("name: x\n");
    }

    @Test
    void aBlockThatBeginsItsLineIsReplacedOrRefused() {
        assertThatThrownBy(() -> edit("a:\n|+\n  x\nb: 1\n", "a", "v"))
                .isInstanceOf(EditException.class)
                .hasMessageContaining("cannot be changed safely");
    }

    private static String edit(String text, String path, Object value) throws Exception {
        return Example.file(text).edit(SettingPath.parse(path), value).text();
    }

    private static String remove(String text, String path) throws Exception {
        return Example.file(text).remove(SettingPath.parse(path)).text();
    }
}
