package io.keelson.boot;

import io.keelson.admin.domain.DomainDirectory;
import io.keelson.kernel.config.DomainFile;
import io.keelson.kernel.config.EditException;
import io.keelson.kernel.config.SettingPath;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code keelson lb}: the process of a load balancer. It is a server of the domain whose record has {@code balancer}; what the
 * command line says is put over the domain's file, for this process only, and makes the server where the file has none.
 */
@Command(
        name = "lb",
        mixinStandardHelpOptions = true,
        description = "Starts a load balancer in the foreground, for the servers of a domain or for others.",
        footer = {
            "",
            "Without --domain it is for ./domain, else for the demo's. What is not said here is as domain.yaml says at"
                    + " servers.NAME. Ctrl-C or 'keelson stop --server NAME' end it in good order."
        })
public final class LoadBalancer implements Callable<Integer> {
    private static final String NAME = "balancer";
    private static final int PORT = 8080;

    @Option(names = "--domain", paramLabel = "DIR", description = "The domain's directory.")
    private @Nullable Path domain;

    @Option(
            names = "--name",
            paramLabel = "NAME",
            description = "The balancer's name in the domain; " + NAME + " by default.")
    private @Nullable String name;

    @Option(names = "--address", paramLabel = "ADDRESS", description = "Where it listens; 127.0.0.1 by default.")
    private @Nullable String address;

    @Option(names = "--port", paramLabel = "PORT", description = "The port where it listens; " + PORT + " by default.")
    private @Nullable Integer port;

    @Option(
            names = "--server",
            paramLabel = "SERVER",
            description =
                    "A server behind it: a name of the domain or host:port; several times for several. Without it all"
                            + " servers of the domain but the admin server.")
    private List<String> servers = new ArrayList<>();

    @Option(names = "--method", paramLabel = "METHOD", description = "round-robin, the default, or least-connections.")
    private @Nullable String method;

    private LoadBalancer() {}

    /** Runs a load balancer until it has ended, and ends the process with its exit code. */
    public static void main(String[] words) {
        int code = new CommandLine(new LoadBalancer())
                .setCommandName("keelson lb")
                .setExitCodeExceptionMapper(
                        e -> e instanceof CommandLine.ParameterException ? Main.USAGE : Main.START_FAILED)
                .execute(words);
        System.exit(code);
    }

    @Override
    public Integer call() throws InterruptedException {
        Path directory = directory();
        if (!DomainDirectory.at(directory).exists() && servers.isEmpty()) {
            return Main.refuse(
                    Main.USAGE,
                    "there is no domain in " + directory + "; name one with --domain DIR, or servers with --server"
                            + " HOST:PORT");
        }
        String chosen = name == null ? NAME : name;
        Arguments arguments = new Arguments(directory, Optional.of(chosen), Optional.empty());
        return Main.run(server -> () -> {}, arguments, file -> over(file, chosen));
    }

    private Path directory() {
        if (domain != null) {
            return domain.toAbsolutePath().normalize();
        }
        Path here = Path.of("domain").toAbsolutePath().normalize();
        Path demo = Demo.directory().resolve("domain").toAbsolutePath().normalize();
        return !DomainDirectory.at(here).exists() && DomainDirectory.at(demo).exists() ? demo : here;
    }

    private DomainFile over(DomainFile file, String chosen) throws EditException, Arguments.UsageException {
        boolean known = file.servers().contains(chosen);
        boolean balances = file.keys(SettingPath.of("servers", chosen)).contains("balancer");
        if (known && !balances) {
            throw new Arguments.UsageException("the server '" + chosen
                    + "' of the domain is no load balancer; choose another name with" + " --name");
        }
        DomainFile changed = known
                ? file
                : file.edit(SettingPath.of("servers", chosen), Map.of("listen-port", PORT, "balancer", Map.of()));
        for (Map.Entry<SettingPath, Object> one : said(chosen).entrySet()) {
            changed = changed.edit(one.getKey(), one.getValue());
        }
        return changed;
    }

    private Map<SettingPath, Object> said(String chosen) {
        SettingPath server = SettingPath.of("servers", chosen);
        SettingPath balancer = SettingPath.of("servers", chosen, "balancer");
        Map<SettingPath, Object> said = new LinkedHashMap<>();
        if (address != null) {
            said.put(server.child("listen-address"), address);
        }
        if (port != null) {
            said.put(server.child("listen-port"), port);
        }
        if (!servers.isEmpty()) {
            said.put(balancer.child("servers"), servers);
        }
        if (method != null) {
            said.put(balancer.child("method"), method);
        }
        return said;
    }
}
