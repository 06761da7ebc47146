package io.keelson.admin.domain;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ShellWordTest {
    @Test
    void whatAShellWouldNotChangeStaysAsItIs() {
        assertThat(ShellWord.of(Path.of("/srv/shop-1/domän.d"))).isEqualTo("/srv/shop-1/domän.d");
    }

    @Test
    void aShellReadsTheSameText() throws Exception {
        for (String text : new String[] {"", "/srv/my shop", "it's", "a'b\"c$HOME`id`\\", "~/x", "*", "a;b&c|d"}) {
            Process shell = new ProcessBuilder("sh", "-c", "printf %s " + ShellWord.of(text)).start();
            assertThat(new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .isEqualTo(text);
        }
    }
}
