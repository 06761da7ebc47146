package io.keelson.admin.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Help for {@code keelson demo}, which the launcher runs by itself. */
@Command(
        name = "demo",
        description =
                "Starts an admin server and a cluster of three servers with example applications on this machine, and"
                        + " returns when all serve.",
        footer = {"", "Its domain lies in ~/.keelson/demo/domain; commands without --domain find it there."})
final class DemoCommand extends StandardOptions implements Callable<Integer> {
    @Option(names = "--stop", description = "Stops the demo.")
    boolean stop;

    @Option(names = "--reset", description = "Stops the demo and removes its domain; the next one begins anew.")
    boolean reset;

    @Option(names = "--port", paramLabel = "PORT", description = "The port of its admin server; 7001 by default.")
    int port;

    @Override
    public Integer call() throws CommandException {
        throw new CommandException(ExitCode.USAGE, "The demo is started by the script bin/keelson, not by this class.");
    }
}
