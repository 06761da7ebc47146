package io.keelson.admin.cli;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints what makes a shell complete the commands of this one. */
@Command(
        name = "completion",
        description = "Prints a script by which bash or zsh completes commands and options.",
        footer = {
            "",
            "For this shell: source <(keelson completion bash). For all: write it into a file that ~/.bashrc or ~/.zshrc reads."
        })
final class CompletionCommand extends StandardOptions implements Callable<Integer> {
    /** The shells that are known. */
    enum Shell {
        /** GNU Bash. */
        BASH,
        /** The Z shell, which takes the script of Bash. */
        ZSH
    }

    @Parameters(index = "0", paramLabel = "SHELL", description = "One of ${COMPLETION-CANDIDATES}.")
    Shell shell = Shell.BASH;

    @Spec
    @Nullable
    CommandSpec spec;

    @Override
    public Integer call() {
        if (spec != null) {
            String script = AutoComplete.bash("keelson", Keelson.commandLine());
            String before = shell == Shell.ZSH ? "autoload -U +X bashcompinit && bashcompinit\n" : "";
            spec.commandLine().getOut().print(before + script);
            spec.commandLine().getOut().flush();
        }
        return ExitCode.OK;
    }
}
