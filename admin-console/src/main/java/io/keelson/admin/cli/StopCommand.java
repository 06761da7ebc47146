package io.keelson.admin.cli;

import io.keelson.admin.domain.DomainDirectory;
import io.keelson.admin.domain.DomainException;
import io.keelson.admin.domain.ServerRecord;
import io.keelson.admin.domain.ServerStatus;
import jakarta.json.Json;
import jakarta.json.JsonArrayBuilder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Ends servers and waits until they have ended. */
@Command(
        name = "stop",
        description = "Ends a server, or without --server all servers of the domain, and waits until they have ended.")
final class StopCommand extends ServerCommand {
    @Option(names = "--force", description = "Cuts off what is in flight instead of waiting for it.")
    boolean force;

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            defaultValue = "120",
            description = "How long to wait for the end; ${DEFAULT-VALUE} by default.")
    int timeoutSeconds;

    @Override
    public Integer call() throws CommandException, DomainException, IOException {
        DomainDirectory directory = domain.find();
        List<ServerStatus> running = running(directory);
        if (running.isEmpty()) {
            throw nothingToStop(directory);
        }
        JsonArrayBuilder stopped = Json.createArrayBuilder();
        for (ServerStatus status : running) {
            stop(directory, status);
            stopped.add(status.name());
            if (!json) {
                print("Server " + status.name() + " has ended.");
            }
        }
        if (json) {
            print(Json.createObjectBuilder().add("stopped", stopped).build().toString());
        }
        return ExitCode.OK;
    }

    private CommandException nothingToStop(DomainDirectory directory) throws IOException {
        if (server == null) {
            return new CommandException(
                    ExitCode.UNREACHABLE, "No server of " + directory + " runs, so there is nothing to stop.");
        }
        List<String> known =
                directory.servers().stream().map(ServerStatus::name).toList();
        return known.contains(server)
                ? new CommandException(
                        ExitCode.UNREACHABLE,
                        "Server " + server + " of " + directory + " does not run, so there is nothing to stop.")
                : new CommandException(
                        ExitCode.FAILED,
                        directory + " has no server '" + server + "'; known: " + String.join(", ", known) + ".");
    }

    /** Those to be stopped, the admin server last. */
    private List<ServerStatus> running(DomainDirectory directory) throws IOException {
        List<ServerStatus> running = new ArrayList<>();
        for (ServerStatus status : directory.servers()) {
            if (status.alive() && (server == null || server.equals(status.name()))) {
                running.add(status.name().equals(directory.adminServer()) ? running.size() : 0, status);
            }
        }
        return running;
    }

    private void stop(DomainDirectory directory, ServerStatus status) throws CommandException, DomainException {
        Optional<ProcessHandle> process =
                ServerRecord.read(directory.server(status.name())).flatMap(ServerRecord::process);
        try {
            ManagementClient.of(directory, status)
                    .sendBriefly("POST", "server/shutdown" + (force ? "?force=true" : ""));
        } catch (CommandException e) {
            if (e.exitCode() != ExitCode.UNREACHABLE) {
                throw e;
            }
            // Who does not answer is told by a signal, which is graceful unless it is forced.
            process.ifPresent(p -> {
                if (force) {
                    p.destroyForcibly();
                } else {
                    p.destroy();
                }
            });
        }
        if (process.isPresent()) {
            await(process.get(), status.name());
        }
    }

    private void await(ProcessHandle process, String name) throws CommandException {
        try {
            process.onExit().get(timeoutSeconds, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new CommandException(
                    ExitCode.FAILED,
                    "Server " + name + " has not ended within " + timeoutSeconds + " seconds"
                            + (force
                                    ? "; end process " + process.pid() + " with kill -9."
                                    : "; use 'keelson stop --force'."));
        } catch (ExecutionException | InterruptedException e) {
            throw new CommandException(ExitCode.FAILED, "Waiting for the end of server " + name + " was broken off.");
        }
    }
}
