package io.keelson.boot;

import io.keelson.admin.domain.DomainDirectory;
import io.keelson.admin.domain.DomainException;
import io.keelson.admin.domain.ServerStatus;
import io.keelson.base.ProcessExit;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code keelson demo}: starts a node manager, and by it an admin server, a cluster of three managed servers and a load balancer, deploys
 * the demo's applications to the cluster by the same command that a user has, and returns when all of them answer and the counter of
 * which the cluster has one works. Its domain lies in {@code ~/.keelson/demo/domain}. The system property {@code keelson.demo.home} names
 * another directory than {@code ~/.keelson/demo}.
 */
@Command(
        name = "demo",
        mixinStandardHelpOptions = true,
        description =
                "Starts an admin server, a cluster of three servers with example applications and a load balancer on"
                        + " this machine, and returns when all serve. A node manager watches them and starts again those"
                        + " that crash. Servers that run already stay.",
        footer = {"", "Its domain lies in ~/.keelson/demo/domain; commands without --domain find it there."})
public final class Demo implements Callable<Integer> {
    private static final Pattern SETUP = Pattern.compile("http\\S+/console/#/setup\\?token=\\S+");

    private final Path home = Path.of(System.getProperty("keelson.home", "."));
    private final PrintStream out = System.out;

    @Option(names = "--stop", description = "Stops the demo: its node manager and all of its servers.")
    private boolean stop;

    @Option(
            names = "--reset",
            description =
                    "Stops the demo and removes its domain with all that was changed in it; the next one begins anew.")
    private boolean reset;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "7001",
            description =
                    "The port of its admin server; the others have the ports 2, 4 and 6 above, and for one another all"
                            + " of them 100 above their own; the database 8 above; the load balancer 1079 above, which is"
                            + " 8080. ${DEFAULT-VALUE} by default.")
    private int port;

    private Demo() {}

    /** Runs the command and ends the process with its exit code. */
    public static void main(String[] arguments) {
        int code = new CommandLine(new Demo())
                .setCommandName("keelson demo")
                .setExecutionExceptionHandler((e, command, parsed) -> {
                    command.getErr().println("keelson: " + (e.getMessage() == null ? e.toString() : e.getMessage()));
                    return 1;
                })
                .execute(arguments);
        System.out.flush();
        ProcessExit.with(code);
    }

    static Path directory() {
        String chosen = System.getProperty("keelson.demo.home", "");
        return chosen.isEmpty() ? Path.of(System.getProperty("user.home"), ".keelson", "demo") : Path.of(chosen);
    }

    @Override
    public Integer call() throws IOException, InterruptedException, DomainException {
        DemoDomain domain = new DemoDomain(directory(), port, home.resolve("demo"), home.resolve("parts/h2"));
        if (stop || reset) {
            DemoEnd end = new DemoEnd(domain);
            int code = end.end(out);
            if (reset && code == 0) {
                end.remove(out);
            }
            return code;
        }
        long began = System.nanoTime();
        domain.prepare(out);
        startServers(domain);
        DemoApplications applications = new DemoApplications(domain, home.resolve("demo"));
        applications.deploy(out);
        show(domain, applications, (System.nanoTime() - began) / 1e9);
        return 0;
    }

    /** The database first: the applications open it when they start. It does not stay alone. */
    private void startServers(DemoDomain domain) throws IOException, InterruptedException {
        boolean databaseStarted = domain.database().start();
        boolean started = false;
        try {
            new DemoServers(domain, home.resolve("bin/keelson")).start(out);
            started = true;
        } finally {
            if (databaseStarted && !started) {
                new DemoEnd(domain).endDatabase();
            }
        }
    }

    /** While nobody administers the domain, the link with which its admin server lets somebody become its administrator. */
    private void showConsole(DemoDomain domain) throws IOException {
        String address = "http://127.0.0.1:" + port + "/console/";
        boolean administered = DomainDirectory.at(domain.path()).realm().users().stream()
                .anyMatch(user -> user.groups().contains("Administrators"));
        Path output = domain.output(DomainDirectory.ADMIN_SERVER);
        Matcher printed = SETUP.matcher(administered || !Files.exists(output) ? "" : Files.readString(output));
        String link = null;
        while (printed.find()) {
            link = printed.group();
        }
        out.println(String.format(
                Locale.ROOT, "  %-42s the web console: all servers, live; kill and start them there", address));
        if (link != null) {
            out.println("  Nobody may log in there yet. Within an hour this makes you its administrator:");
            out.println("    " + link);
        }
    }

    /** The cache of the domain, where it has one: an earlier version made none. */
    private void showGrid(DemoDomain domain) throws IOException {
        if (!Files.exists(domain.gridPassword())) {
            return;
        }
        int server = port + 2;
        out.println(String.format(
                Locale.ROOT,
                "  %-42s the cache demo by REST; by Hot Rod and memcached at 127.0.0.1:%d",
                "http://127.0.0.1:" + server + "/rest/v2/caches/demo/",
                server + DemoDomain.GRID_PORTS));
        out.println("    as the user " + DemoDomain.GRID_USER + " with the password "
                + Files.readString(domain.gridPassword()).strip());
    }

    private void show(DemoDomain domain, DemoApplications applications, double seconds) throws IOException {
        String owner = applications.counterServer();
        ServerStatus having = domain.status(owner);
        out.println();
        out.println(String.format(
                Locale.ROOT,
                "Keelson runs: an admin server, a cluster of three and a load balancer, after %.1f s. Look at:",
                seconds));
        applications.shown().forEach(out::println);
        showConsole(domain);
        out.println(String.format(
                Locale.ROOT,
                "  %-42s %s",
                applications.balancer(),
                "the same through the load balancer: a session stays, whoever ends"));
        showGrid(domain);
        out.println("  The same on the other servers: " + String.join(", ", applications.otherAddresses()));
        out.println();
        out.println("  keelson status                     shows the servers");
        out.println("  keelson singleton list             shows where the counter is: on " + owner);
        out.println(String.format(
                Locale.ROOT,
                "  %-34s kills that server: the counter comes to another one and begins at 5 again, and the node"
                        + " manager starts the server again",
                "kill -9 " + having.pid()));
        out.println("  keelson singleton history counter  shows what became of it");
        out.println("  keelson demo                       starts again what was stopped");
        out.println("  keelson demo --stop                ends all");
        out.println("  keelson demo --reset               ends all and forgets it");
    }
}
