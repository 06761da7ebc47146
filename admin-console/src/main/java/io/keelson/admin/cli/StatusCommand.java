package io.keelson.admin.cli;

import io.keelson.admin.domain.DomainDirectory;
import io.keelson.admin.domain.Endpoint;
import io.keelson.admin.domain.ServerStatus;
import jakarta.json.Json;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonObjectBuilder;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Shows the servers of a domain and their states. */
@Command(
        name = "status",
        description = "Shows the servers of a domain, their states and addresses.",
        footer = {"", "The exit code is 0 whatever the states are."})
final class StatusCommand extends StandardOptions implements Callable<Integer> {
    @Mixin
    DomainOption domain = new DomainOption();

    @Option(names = "--json", description = "Prints one JSON object.")
    boolean json;

    @Spec
    @Nullable
    CommandSpec spec;

    @Override
    public Integer call() throws CommandException, IOException {
        DomainDirectory directory = domain.find();
        List<ServerStatus> servers = directory.servers();
        print(json ? json(servers) : table(directory, servers));
        return ExitCode.OK;
    }

    private void print(String text) {
        if (spec != null) {
            spec.commandLine().getOut().println(text);
        }
    }

    private static String json(List<ServerStatus> servers) {
        JsonArrayBuilder array = Json.createArrayBuilder();
        for (ServerStatus server : servers) {
            JsonObjectBuilder object =
                    Json.createObjectBuilder().add("name", server.name()).add("state", server.state());
            if (server.pid() == null) {
                object.addNull("pid");
            } else {
                object.add("pid", server.pid());
            }
            Endpoint address = server.address();
            if (address == null) {
                object.addNull("address");
            } else {
                object.add("address", address.authority()).add("secure", address.secure());
            }
            add(object, "cluster", server.cluster());
            if (server.alarm() != null) {
                object.add("alarm", server.alarm());
            }
            array.add(object);
        }
        return Json.createObjectBuilder().add("servers", array).build().toString();
    }

    private static void add(JsonObjectBuilder object, String name, @Nullable String value) {
        if (value == null) {
            object.addNull(name);
        } else {
            object.add(name, value);
        }
    }

    private static String table(DomainDirectory directory, List<ServerStatus> servers) {
        StringBuilder text = new StringBuilder("Domain " + directory + System.lineSeparator());
        int width = servers.stream().mapToInt(s -> s.name().length()).max().orElse(0);
        String separator = "";
        for (ServerStatus server : servers) {
            text.append(separator)
                    .append(String.format(
                            Locale.ROOT, "  %-" + Math.max(1, width) + "s  %-13s", server.name(), server.state()));
            if (server.pid() != null) {
                text.append("  pid ").append(server.pid());
            }
            if (server.address() != null) {
                text.append("  ").append(server.address().url());
            }
            if (server.alarm() != null) {
                text.append(System.lineSeparator())
                        .append("    ALARM: ")
                        .append(server.alarm())
                        .append("; the server's log has its stack (KLS-000352)");
            }
            separator = System.lineSeparator();
        }
        return text.toString().stripTrailing();
    }
}
