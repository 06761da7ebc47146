package io.keelson.admin.cli;

import io.keelson.admin.domain.DomainDirectory;
import io.keelson.admin.domain.DomainException;
import io.keelson.admin.domain.ServerRecord;
import io.keelson.admin.domain.ServerStatus;
import io.keelson.admin.node.NodeClient;
import io.keelson.admin.rest.Caller;
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
    private static final long LOOK_MILLIS = 250;

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
        Access access = domain.access();
        DomainDirectory directory = access.domain();
        List<ServerStatus> running = running(directory);
        if (running.isEmpty()) {
            throw nothingToStop(directory);
        }
        JsonArrayBuilder stopped = Json.createArrayBuilder();
        for (ServerStatus status : running) {
            ProgressLine.during(spec, "Waiting for the end of " + status.name(), () -> {
                stop(access, status);
                return status;
            });
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

    private void stop(Access access, ServerStatus status) throws CommandException, DomainException {
        DomainDirectory directory = access.domain();
        Optional<ServerRecord> record = ServerRecord.read(directory.server(status.name()));
        // Whoever asks as a user may not order the node manager, which does not take an end in good order for a crash.
        if (!domain.asUser()) {
            tellNodeManager(directory, status.name());
        }
        try {
            access.server(status).sendBriefly("POST", "server/shutdown" + (force ? "?force=true" : ""));
        } catch (CommandException e) {
            if (e.exitCode() != ExitCode.UNREACHABLE || domain.asUser()) {
                throw e;
            }
            // Who does not answer is told by a signal, which is graceful unless it is forced.
            record.flatMap(ServerRecord::process).ifPresent(p -> {
                if (force) {
                    p.destroyForcibly();
                } else {
                    p.destroy();
                }
            });
        }
        if (record.isPresent() && record.get().machine() != null) {
            awaitElsewhere(directory, status.name());
        } else if (record.isPresent()) {
            await(record.get(), status.name());
        }
    }

    /** However the server ends, it is not to be started again. */
    private static void tellNodeManager(DomainDirectory directory, String server) throws CommandException {
        Optional<NodeClient> node;
        try {
            node = NodeClient.find(directory, server);
        } catch (IOException e) {
            throw new CommandException(ExitCode.FAILED, e.getMessage() + ".");
        }
        if (node.isEmpty()) {
            return;
        }
        try {
            NodeClient.Reply reply = node.get().expectEnd(server, Caller.MANAGEMENT);
            if (!reply.done()) {
                throw new CommandException(ExitCode.FAILED, reply.why() + ".");
            }
        } catch (IOException e) {
            throw new CommandException(
                    ExitCode.UNREACHABLE,
                    "The node manager at " + node.get().url() + " does not answer (" + e.getMessage()
                            + "), so it could start the server again; end it first.");
        }
    }

    /** Until its machine says that it has ended. */
    private void awaitElsewhere(DomainDirectory directory, String name) throws CommandException {
        for (long waited = 0; directory.status(name).alive(); waited += LOOK_MILLIS) {
            if (waited >= TimeUnit.SECONDS.toMillis(timeoutSeconds)) {
                throw new CommandException(
                        ExitCode.FAILED,
                        "Server " + name + " has not ended within " + timeoutSeconds
                                + " seconds; use 'keelson server kill " + name + "'.");
            }
            NodeCommand.pause(LOOK_MILLIS);
        }
    }

    /** Looks again and again: of a process that ended and that nobody reaps the JDK says for good that it lives. */
    private void await(ServerRecord record, String name) throws CommandException {
        Optional<ProcessHandle> process = record.process();
        for (long waited = 0; process.isPresent(); waited += LOOK_MILLIS) {
            if (waited >= TimeUnit.SECONDS.toMillis(timeoutSeconds)) {
                throw new CommandException(
                        ExitCode.FAILED,
                        "Server " + name + " has not ended within " + timeoutSeconds + " seconds"
                                + (force
                                        ? "; end process " + process.get().pid() + " with kill -9."
                                        : "; use 'keelson stop --force --server " + name + "'."));
            }
            try {
                process.get().onExit().get(LOOK_MILLIS, TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                // It is looked at again.
            } catch (ExecutionException | InterruptedException e) {
                throw new CommandException(
                        ExitCode.FAILED, "Waiting for the end of server " + name + " was broken off.");
            }
            process = record.process();
        }
    }
}
