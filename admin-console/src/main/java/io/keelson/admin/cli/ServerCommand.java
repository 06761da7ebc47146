package io.keelson.admin.cli;

import io.keelson.admin.domain.DomainDirectory;
import io.keelson.admin.domain.DomainException;
import io.keelson.admin.domain.ServerStatus;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Base of the commands that talk to one server. */
@Command
abstract class ServerCommand extends StandardOptions implements Callable<Integer> {
    @Mixin
    DomainOption domain = new DomainOption();

    @Option(names = "--server", paramLabel = "NAME", description = "The server; without it the domain's admin server.")
    @Nullable
    String server;

    @Option(names = "--json", description = "Prints one JSON object.")
    boolean json;

    @Spec
    @Nullable
    CommandSpec spec;

    /** A client of the server's management interface. */
    ManagementClient client() throws CommandException, DomainException, IOException {
        Access access = domain.access();
        return server == null
                ? access.adminServer()
                : access.server(access.domain().status(server));
    }

    /** Says which other servers there are, where the command was given for none and the admin server has nothing to show. */
    void printOthers() throws DomainException, IOException, CommandException {
        DomainDirectory directory = domain.access().domain();
        String others = server == null
                ? RecordTable.others(
                        directory.adminServer(),
                        directory.servers().stream().map(ServerStatus::name).toList())
                : "";
        if (!others.isEmpty()) {
            print(others);
        }
    }

    /** Prints a line on standard output. */
    void print(String line) {
        if (spec != null) {
            spec.commandLine().getOut().println(line);
        }
    }
}
