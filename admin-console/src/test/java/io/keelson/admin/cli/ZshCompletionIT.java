package io.keelson.admin.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The completion in a Z shell that somebody types into, which is Debian's package {@code zsh}. */
@Timeout(120)
class ZshCompletionIT {
    private static final Path ZSH = Path.of("/usr/bin/zsh");

    /** What a user's shell reads when it starts; Ctrl-T says what stands in the line, and empties it. */
    private static final String RC = """
            PS1='> '
            source "$HOME/completion"
            alias k=keelson
            tell() { print; print -r -- "LINE<$BUFFER>"; BUFFER=''; zle reset-prompt }
            zle -N tell
            bindkey '^T' tell
            cd "$HOME"
            print READY'<>'
            """;

    /** Types each line, a tab, and Ctrl-T, and prints what stood in the line then. */
    private static final String TYPING = """
            zmodload zsh/zpty
            zpty shell env HOME="$1" ZDOTDIR="$1" TERM=dumb zsh -d -i
            zpty -r shell said '*READY<>*'
            shift
            for line in "$@"; do
              zpty -n -w shell "$line"$'\\t\\x14'
              zpty -r shell said '*LINE<*>*'
              print -r -- "${${said##*LINE<}%%>*}"
            done
            zpty -d shell
            """;

    @TempDir
    Path home;

    private List<String> completed(Iterable<String> lines) throws Exception {
        Path typing = Files.writeString(home.resolve("typing"), TYPING);
        List<String> command = new ArrayList<>(List.of(ZSH.toString(), "-f", typing.toString(), home.toString()));
        lines.forEach(command::add);
        Process zsh = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said;
        try {
            zsh.getOutputStream().close();
            said = new String(zsh.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(zsh.waitFor(60, TimeUnit.SECONDS)).isTrue();
        } finally {
            zsh.destroyForcibly();
        }
        return said.lines().toList();
    }

    @Test
    void commandsOptionsAndValuesAreCompleted() throws Exception {
        assumeTrue(Files.isExecutable(ZSH), "There is no zsh: apt-get install zsh");
        StringWriter script = new StringWriter();
        assertThat(Keelson.run(script, "completion", "zsh")).isZero();
        Files.writeString(home.resolve("completion"), script.toString());
        Files.writeString(home.resolve(".zshrc"), RC);
        Files.createDirectories(home.resolve("apps"));
        Files.createFile(home.resolve("apps/shop.war"));
        Files.createFile(home.resolve("my shop.war"));

        Map<String, String> lines = new LinkedHashMap<>();
        lines.put("keelson con", "keelson config ");
        lines.put("keelson config ro", "keelson config rollback ");
        lines.put("/opt/keelson/bin/keelson server ki", "/opt/keelson/bin/keelson server kill ");
        lines.put("keelson nothing-like-th", "keelson nothing-like-th");
        lines.put("keelson stop --fo", "keelson stop --force ");
        lines.put("keelson redeploy shop --rolli", "keelson redeploy shop --rolling ");
        lines.put("keelson completion z", "keelson completion zsh ");
        lines.put("keelson help conf", "keelson help config ");
        // Files, behind an option and alone; of a directory one goes on.
        lines.put("keelson stop --user-password-file my", "keelson stop --user-password-file my\\ shop.war ");
        lines.put("keelson deploy ap", "keelson deploy apps/");
        lines.put("keelson deploy apps/sh", "keelson deploy apps/shop.war ");
        lines.put("keelson deploy my", "keelson deploy my\\ shop.war ");
        // What the user has made is as it was.
        lines.put("k con", "k config ");
        assertThat(completed(lines.keySet())).containsExactlyElementsOf(lines.values());
    }
}
