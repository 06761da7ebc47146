package io.keelson.admin.cli;

import io.keelson.admin.domain.DomainException;
import java.io.IOException;
import picocli.CommandLine.Command;

/** Shows what the threads of a server do. */
@Command(name = "thread-dump", description = "Shows the threads of a server with their stacks and locks.")
final class ThreadDumpCommand extends ServerCommand {
    @Override
    public Integer call() throws CommandException, DomainException, IOException {
        print(client().send("GET", "server/threads" + (json ? "?format=json" : ""))
                .text()
                .stripTrailing());
        return ExitCode.OK;
    }
}
