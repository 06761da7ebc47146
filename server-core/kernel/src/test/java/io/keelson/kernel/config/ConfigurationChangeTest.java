package io.keelson.kernel.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.base.config.DataSize;
import io.keelson.base.config.Section;
import io.keelson.base.config.Setting;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests what two files say differently, and values as forms and requests have them. */
class ConfigurationChangeTest {
    /** A section with a key of each kind that matters here. */
    @Section("servers.*")
    public record Sample(
            @Setting(help = "A port.", defaultValue = "7001", min = "0", max = "65535")
            int port,

            @Setting(help = "Live.", defaultValue = "30s", change = Setting.Change.LIVE)
            Duration patience,

            @Setting(help = "A size.", defaultValue = "8KiB")
            DataSize size,

            @Setting(help = "A secret.", secret = true) @Nullable
            String password,

            @Setting(help = "Names.") List<String> names) {}

    /** A section of which each may have some. */
    @Section("pools.*")
    public record Pool(
            @Setting(help = "Live.", defaultValue = "1", change = Setting.Change.LIVE)
            int capacity) {}

    /** A section of which a running server takes a part. */
    @Section("boxes.*")
    public record Box(
            @Setting(help = "Live.", defaultValue = "1", change = Setting.Change.LIVE)
            int speed,

            @Setting(help = "At the start.", defaultValue = "1")
            int size) {}

    private static final Model MODEL = Model.of(Sample.class, Pool.class, Box.class);

    private static DomainFile file(String text) throws ConfigurationException {
        return DomainFile.parse(Path.of("domain.yaml"), text);
    }

    private static List<ConfigurationChange> changes(String before, String after) throws ConfigurationException {
        return ConfigurationChange.between(MODEL, file(before), file(after));
    }

    private static ConfigurationChange change(String path, Object before, Object after, boolean live) {
        return new ConfigurationChange(SettingPath.parse(path), before, after, live);
    }

    @Test
    void eachKeyThatDiffersIsAChange() throws Exception {
        assertThat(
                        changes(
                                "servers:\n  a: {port: 1, patience: 5s}\n  b: {}\n",
                                "# moved\nservers:\n  a:\n    port: 2\n  b: {names: [x, y]}\npools: {p: {}, q: {capacity: 3}}\n"))
                .containsExactly(
                        change("servers.a.port", 1, 2, false),
                        change("servers.b.names", null, List.of("x", "y"), false),
                        change("pools.p", null, Map.of(), true),
                        change("pools.q.capacity", null, 3, true),
                        change("servers.a.patience", "5s", null, true));
        assertThat(changes("servers: {a: {port: 1}}", "servers:\n  a: # the same\n    port: 1\n"))
                .isEmpty();
    }

    @Test
    void whatConcernsOneServerIsNotTheMatterOfAnother() {
        assertThat(change("servers.a.port", 1, 2, false).concerns("a")).isTrue();
        assertThat(change("servers.a.port", 1, 2, false).concerns("b")).isFalse();
        assertThat(change("pools.q.capacity", 1, 2, true).concerns("b")).isTrue();
    }

    @Test
    void secretsAndWhatNobodyKnowsAreNeverShown() throws Exception {
        String before = "servers:\n  a:\n    password: hunter2 # mine\n    pasword: hunter3\n    port: 5\n";
        assertThat(changes(before, before.replace("hunter2", "tiger9")))
                .containsExactly(change("servers.a.password", "******", "******", false));
        assertThat(WrittenValue.shown(MODEL, file(before)))
                .isEqualTo("servers:\n  a:\n    password: ****** # mine\n    pasword: ******\n    port: 5\n");
        assertThat(WrittenValue.at(MODEL, file(before), SettingPath.of("servers", "a")))
                .isEqualTo(Map.of("password", "******", "pasword", "******", "port", 5));
        DomainConfiguration read = new ConfigurationReader(MODEL).read(file("servers: {a: {password: x}}"), "a");
        assertThat(String.valueOf(read.effective(SettingPath.ROOT))).contains("password=******", "port=7001");
        assertThatThrownBy(() -> WrittenValue.typed(MODEL, SettingPath.parse("servers.a.password"), "******"))
                .hasMessageContaining("in place of the secret");
    }

    @Test
    void textIsTakenForWhatTheSettingIs() throws Exception {
        assertThat(typed("servers.a.port", "8080")).isEqualTo(8080);
        assertThat(typed("servers.a.port", 8080L)).isEqualTo(8080);
        assertThat(typed("servers.a.patience", "5m")).isEqualTo("5m");
        assertThat(typed("servers.a.size", "4096")).isEqualTo(4096L);
        assertThat(typed("servers.a.names", "x, y")).isEqualTo(List.of("x", "y"));
        assertThat(typed("pools.new", Map.of("capacity", "4"))).isEqualTo(Map.of("capacity", 4));
        assertThat(file("servers: {a: {}}")
                        .edit(SettingPath.parse("servers.a.port"), typed("servers.a.port", "8080"))
                        .text())
                .contains("port: 8080");
    }

    private static Object typed(String path, Object value) {
        return WrittenValue.typed(MODEL, SettingPath.parse(path), value);
    }

    @Test
    void whatDoesNotFitIsRefusedWithItsPath() {
        assertThatThrownBy(() -> typed("servers.a.port", "70000"))
                .hasMessage("servers.a.port: expected a whole number from 0 to 65535, but found '70000'");
        assertThatThrownBy(() -> typed("servers.a.port", List.of(1))).hasMessageContaining("but found more");
        assertThatThrownBy(() -> typed("servers.a", "x")).hasMessageContaining("expected a mapping");
        assertThatThrownBy(() -> typed("servers.a.no", "x")).hasMessage("no such setting: servers.a.no");
        assertThatThrownBy(() -> typed("pools.p", Map.of("no", 1))).hasMessage("no such setting: pools.p.no");
    }

    @Test
    void theDescriptionHasWhatAFormNeeds() {
        assertThat(ModelDescription.of(MODEL).toString())
                .contains("path=servers.*", "{name=port, type=integer, min=0, max=65535, help=A port.")
                .contains("{name=password, type=text, help=A secret., required=false, change=RESTART, secret=true}")
                .contains("{name=names, type=list, item={type=text}")
                .contains("default=30s");
    }

    private static DomainConfiguration read(String text) throws ConfigurationException {
        return new ConfigurationReader(MODEL).read(file(text), "a");
    }

    /** What needs a restart is in force as it was at the start, whatever the file says now. */
    @Test
    void aServerThatRunsHasWhatItStartedWithOfWhatNeedsARestart() throws Exception {
        DomainConfiguration started = read(
                "servers:\n  a: {port: 1, patience: 5s, names: [x], password: old}\n  b: {port: 5}\npools: {p: {}}\n");
        DomainConfiguration taken =
                read("servers:\n  a: {port: 2, patience: 6s, size: 1KiB}\n  b: {port: 6}\npools: {q: {capacity: 3}}\n");
        DomainConfiguration shown = taken.since(started);
        assertThat(shown.effective(SettingPath.parse("servers.a")))
                .isEqualTo(Map.of(
                        "port", 1, "patience", "6s", "size", "8KiB", "password", "******", "names", List.of("x")));
        assertThat(shown.effective(SettingPath.parse("servers.b.port")))
                .as("another server's")
                .isEqualTo(6);
        assertThat(shown.effective(SettingPath.parse("pools"))).isEqualTo(Map.of("q", Map.of("capacity", 3)));
        assertThat(shown.origins(SettingPath.parse("servers.a")))
                .containsOnlyKeys("servers.a.port", "servers.a.patience", "servers.a.password", "servers.a.names");
        assertThat(taken.effective(SettingPath.parse("servers.a.port"))).isEqualTo(2);
        assertThat(started.since(started)).isSameAs(started);
    }

    /** Of a thing that comes or goes while a server runs counts what the server takes then. */
    @Test
    void aServerThatRunsHasWhatItTakesOfThingsThatComeAndGo() throws Exception {
        DomainConfiguration without = read("servers:\n  a: {}\n");
        DomainConfiguration with =
                read("servers:\n  a: {}\nboxes:\n  live: {speed: 2}\n  both: {speed: 3, size: 4}\n  wait: {size: 5}\n");
        SettingPath boxes = SettingPath.of("boxes");
        assertThat(with.since(without).effective(boxes))
                .isEqualTo(Map.of("live", Map.of("speed", 2, "size", 1), "both", Map.of("speed", 3)));
        assertThat(without.since(with).effective(boxes))
                .isEqualTo(Map.of("both", Map.of("speed", 3, "size", 4), "wait", Map.of("speed", 1, "size", 5)));
    }
}
