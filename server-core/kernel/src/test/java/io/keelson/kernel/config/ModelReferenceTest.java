package io.keelson.kernel.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ModelReferenceTest {
    private static final String PAGE = ModelReference.markdown(Example.MODEL);

    @Test
    void everyPathHasItsChapterInOrder() {
        assertThat(PAGE.lines().filter(line -> line.startsWith("## ")))
                .containsExactly(
                        "## The domain",
                        "## `limits`",
                        "## `pools.*.members.*`",
                        "## `servers.*`",
                        "## `servers.*.channels.*`",
                        "## `servers.*.log`",
                        "## `work-managers.*`");
        assertThat(PAGE).contains("## `servers.*`\n\nA server: one JVM.\n\n| Key |");
    }

    @Test
    void everyKeyHasItsRow() {
        assertThat(PAGE)
                .contains("| `listen-port` | whole number | `7001` | from 1 to 65535 | restart | kernel | The port. "
                        + "Also `-Dkeelson.ListenPort=`, `-Dkeelson.port=`. |\n")
                .contains("| `native-io-enabled` | boolean | `true` | | live | kernel | Whether native. |\n")
                .contains(
                        "| `balance` | round-robin \\| least-loaded | `round-robin` | | restart | kernel | Which. |\n")
                .contains("| `work-manager` | text | | a name in `work-managers` | restart |")
                .contains("| `protocols` | list of text | `http, keelson` | matches `[a-z]+` | restart |")
                .contains("| The secret. Secret: never shown. |")
                .contains("| `tls.key-store` | path | *required* | | restart | kernel | The key store. |")
                .contains("| `hosts.*.ciphers` | list of text | | | restart |")
                .contains("| `idle-timeout` | duration | `30s` | from 1s to 1h | restart |")
                .contains("| `buffer-size` | size | `8KiB` | at least 1KiB | restart |");
    }

    @Test
    void theSameModelGivesTheSameText() {
        assertThat(ModelReference.markdown(Example.MODEL)).isEqualTo(PAGE);
    }

    @Test
    void everyRowHasTheColumnsOfTheTable() {
        assertThat(PAGE.lines().filter(line -> line.startsWith("|")))
                .allSatisfy(line -> assertThat(line.split("(?<!\\\\)\\|", -1)).hasSize(9));
    }
}
