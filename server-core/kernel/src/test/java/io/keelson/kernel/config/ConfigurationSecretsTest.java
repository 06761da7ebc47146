package io.keelson.kernel.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.base.config.Section;
import io.keelson.base.config.Setting;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigurationSecretsTest {
    private static final String SECRET = "tigerlilies \u00fc\ud83d\ude00";

    @Section(value = "pools.*", help = "A pool.")
    record Pool(
            @Setting(help = "Its user.") @Nullable String user,

            @Setting(help = "Its password.", secret = true, pattern = "[^0-9]{4,}") @Nullable
            String password) {}

    @Section(value = "servers.*", help = "A server.")
    record One(
            @Setting(help = "Its port.", defaultValue = "7001")
            int port) {}

    private static final Model MODEL = Model.of(Pool.class, One.class);

    @TempDir
    private Path domain;

    private ConfigurationSecrets secrets;

    @BeforeEach
    void make() {
        secrets = new ConfigurationSecrets(domain);
    }

    @Test
    void aSecretIsReadAgainAndNeverWrittenTheSameTwice() throws IOException {
        String written = secrets.encrypt(SECRET);
        assertThat(written).matches("\\{aes}[A-Za-z0-9_-]{40,}").doesNotContain("tiger");
        assertThat(ConfigurationSecrets.encrypted(written)).isTrue();
        assertThat(secrets.encrypt(SECRET)).isNotEqualTo(written);
        assertThat(new ConfigurationSecrets(domain).decrypt(written)).isEqualTo(SECRET);
        assertThat(secrets.decrypt(secrets.encrypt(""))).isEmpty();
    }

    @Test
    void whatWasChangedIsRefused() throws IOException {
        String written = secrets.encrypt(SECRET);
        for (int i = ConfigurationSecrets.MARK.length(); i < written.length() - 1; i++) {
            char other = written.charAt(i) == 'A' ? 'B' : 'A';
            String changed = written.substring(0, i) + other + written.substring(i + 1);
            assertThatThrownBy(() -> secrets.decrypt(changed))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("set it again")
                    .hasMessageNotContaining(changed);
        }
        for (String bad : List.of("{aes}", "{aes}A", "{aes}****", written.substring(0, 30))) {
            assertThatThrownBy(() -> secrets.decrypt(bad)).as(bad).isInstanceOf(IOException.class);
        }
    }

    @Test
    void anotherDomainCannotReadIt(@TempDir Path other) throws IOException {
        String written = secrets.encrypt(SECRET);
        assertThatThrownBy(() -> new ConfigurationSecrets(other).decrypt(written))
                .hasMessageContaining("the domain's key is not at " + DomainKey.file(other));
        assertThat(DomainKey.file(other)).as("looking makes no key").doesNotExist();
        DomainKey.of(other);
        assertThatThrownBy(() -> new ConfigurationSecrets(other).decrypt(written))
                .hasMessageContaining("the key of another domain");
    }

    private DomainFile file(String password) throws ConfigurationException {
        return DomainFile.parse(
                domain.resolve("domain.yaml"),
                "servers: {AdminServer: {}}\npools:\n  a:\n    user: u\n    password: " + password + "\n");
    }

    @Test
    void theConfigurationHasTheSecretAndShowsItNowhere() throws Exception {
        String written = secrets.encrypt(SECRET);
        DomainConfiguration read = new ConfigurationReader(MODEL).read(file('"' + written + '"'), "AdminServer");
        assertThat(read.all(Pool.class).get("a").password()).isEqualTo(SECRET);
        assertThat(read.warnings()).isEmpty();
        SettingPath path = SettingPath.parse("pools.a.password");
        assertThat(read.shown(path)).isEqualTo("******");
        assertThat(read.effective(SettingPath.ROOT).toString())
                .doesNotContain("tiger")
                .doesNotContain("{aes}");
        assertThat(WrittenValue.shown(MODEL, read.file())).doesNotContain("{aes}");
    }

    @Test
    void oneThatEverybodyCanReadIsStillReadAndReportedOnce() throws Exception {
        DomainConfiguration read = new ConfigurationReader(MODEL).read(file("hunter"), "AdminServer");
        assertThat(read.all(Pool.class).get("a").password()).isEqualTo("hunter");
        assertThat(read.warnings())
                .containsExactly("secrets stand in domain.yaml for everybody who reads it: pools.a.password;"
                        + " 'keelson secret encrypt --all' encrypts them");
    }

    @Test
    void aSecretThatCannotBeUsedIsAProblemAtItsPlace() throws Exception {
        DomainKey.of(domain);
        List<Problem> problems = new ConfigurationReader(MODEL).check(file("\"{aes}AAAA\""));
        assertThat(problems).singleElement().satisfies(problem -> {
            assertThat(problem.line()).isEqualTo(5);
            assertThat(problem.toString())
                    .contains("pools.a.password", "set it again")
                    .doesNotContain("AAAA");
        });
        String tooShort = secrets.encrypt("ab1");
        assertThat(new ConfigurationReader(MODEL).check(file('"' + tooShort + '"')))
                .singleElement()
                .satisfies(problem -> assertThat(problem.toString())
                        .contains("expected text that matches")
                        .doesNotContain("ab1"));
    }

    @Test
    void whoWritesChoosesTheForm() {
        SettingPath path = SettingPath.parse("pools.a");
        Object typed = WrittenValue.typed(
                MODEL, path, java.util.Map.of("user", "u", "password", "hunter"), (given, at) -> "<" + at + ">");
        assertThat(typed.toString()).contains("user=u", "password=<pools.a.password>");
        assertThatThrownBy(() -> WrittenValue.typed(MODEL, path.child("password"), "1", (given, at) -> "never asked"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("expected text that matches");
    }
}
