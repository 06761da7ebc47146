package io.keelson.admin.cli;

import java.util.ArrayList;
import java.util.List;
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

    /** Their names as one types them. */
    static final class Names extends ArrayList<String> {
        private static final long serialVersionUID = 1L;

        Names() {
            super(List.of("bash", "zsh"));
        }
    }

    @Parameters(
            index = "0",
            paramLabel = "SHELL",
            completionCandidates = Names.class,
            description = "One of ${COMPLETION-CANDIDATES}.")
    Shell shell = Shell.BASH;

    @Spec
    @Nullable
    CommandSpec spec;

    @Override
    public Integer call() {
        if (spec != null) {
            String script = AutoComplete.bash("keelson", Keelson.commandLine());
            spec.commandLine().getOut().print(shell == Shell.ZSH ? forZsh(script) : script);
            spec.commandLine().getOut().flush();
        }
        return ExitCode.OK;
    }

    /**
     * The Z shell completes files itself where the script has nothing to say, and goes on behind a directory, which it does not with
     * those that the script names. What makes a command of each alias would take the completion from all aliases that the user has.
     */
    private static String forZsh(String script) {
        return script.replace("$( compgen -f -- \"${curr_word}\" )", "")
                .replaceFirst("(?m)^ *# Make alias .*\\R *setopt COMPLETE_ALIASES\\R *alias compopt=complete\\R", "");
    }
}
