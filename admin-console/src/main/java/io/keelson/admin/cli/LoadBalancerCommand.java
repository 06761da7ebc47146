package io.keelson.admin.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Help for {@code keelson lb}; the launcher itself becomes the load balancer. */
@Command(
        name = "lb",
        description = "Starts a load balancer in the foreground, for the servers of a domain or for others.")
final class LoadBalancerCommand extends StandardOptions implements Callable<Integer> {
    @Mixin
    DomainOption domain = new DomainOption();

    @Option(names = "--name", paramLabel = "NAME", description = "Its name in the domain; balancer by default.")
    @Nullable
    String name;

    @Option(names = "--address", paramLabel = "ADDRESS", description = "Where it listens; 127.0.0.1 by default.")
    @Nullable
    String address;

    @Option(names = "--port", paramLabel = "PORT", description = "The port where it listens; 8080 by default.")
    @Nullable
    Integer port;

    @Option(
            names = "--server",
            paramLabel = "SERVER",
            description =
                    "A server behind it: a name of the domain or host:port; several times for several. Without it all"
                            + " servers of the domain but the admin server.")
    List<String> servers = new ArrayList<>();

    @Option(names = "--method", paramLabel = "METHOD", description = "round-robin, the default, or least-connections.")
    @Nullable
    String method;

    @Override
    public Integer call() throws CommandException {
        throw new CommandException(
                ExitCode.USAGE, "A load balancer is started by the script bin/keelson, not by this class.");
    }
}
