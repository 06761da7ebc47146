package io.keelson.admin.cli;

import io.keelson.admin.client.PercentEncoding;
import io.keelson.admin.domain.DomainException;
import jakarta.json.Json;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonObject;
import jakarta.json.JsonValue;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Says why something is as it is: the chain of events over all servers, from what each of them has kept. */
@Command(
        name = "explain",
        description =
                "Says why a service moved, a session changed its server, a pool grew: the events on all servers in the order of time.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {ExplainCommand.Service.class, ExplainCommand.Pool.class, ExplainCommand.Session.class},
        footer = {
            "",
            "It has what the servers that run still know; of one that has ended only what others have "
                    + "seen. The clocks of machines may differ."
        })
final class ExplainCommand extends StandardOptions {
    /** Something that a server has kept. */
    private record Event(Instant when, String seenBy, String what) {}

    /** Base of the explanations that are made here. */
    @Command
    abstract static class Base extends StandardOptions implements Callable<Integer> {
        @Mixin
        DomainOption domain = new DomainOption();

        @Option(names = "--json", description = "Prints one JSON object.")
        boolean json;

        @Spec
        @Nullable
        CommandSpec spec;

        private final Set<Event> events = new LinkedHashSet<>();
        private final Set<String> known = new TreeSet<>();

        /** Asks a server for what it has kept. */
        abstract void ask(ManagementClient client, String server) throws CommandException, IOException;

        /** Asks again, when it is known from all of them what to ask for. */
        void askAgain(ManagementClient client, String server) throws CommandException, IOException {}

        /** Adds what is known only when all have been asked. */
        void askedAll() {}

        /** Returns what to say where nothing is known. */
        abstract String nothing();

        /** Keeps an event; of one that several have seen the first. */
        final void add(String when, String server, String what) {
            Instant at = Instant.parse(when);
            if (known.add(at + " " + what)) {
                events.add(new Event(at, server, what));
            }
        }

        @Override
        public Integer call() throws CommandException, DomainException, IOException {
            Access access = domain.access();
            AskedServers asked = AskedServers.ask(access, null, this::ask);
            AskedServers.ask(access, null, this::askAgain);
            askedAll();
            List<Event> all = new ArrayList<>(events);
            all.sort(Comparator.comparing(Event::when));
            if (spec != null) {
                spec.commandLine().getOut().println(json ? json(all, asked) : text(all, asked));
            }
            return all.isEmpty() ? ExitCode.FAILED : ExitCode.OK;
        }

        private String text(List<Event> all, AskedServers asked) {
            StringBuilder text = new StringBuilder();
            int width = all.stream().mapToInt(e -> e.seenBy().length()).max().orElse(0);
            all.forEach(event -> text.append(String.format(
                    Locale.ROOT,
                    "%-27s  %-" + Math.max(1, width) + "s  %s%n",
                    event.when(),
                    event.seenBy(),
                    event.what())));
            if (all.isEmpty()) {
                text.append(nothing()).append('\n');
            }
            asked.without().forEach(line -> text.append(line).append('\n'));
            return text.toString().stripTrailing();
        }

        private static String json(List<Event> all, AskedServers asked) {
            JsonArrayBuilder array = Json.createArrayBuilder();
            all.forEach(event -> array.add(Json.createObjectBuilder()
                    .add("when", event.when().toString())
                    .add("seen-by", event.seenBy())
                    .add("what", event.what())));
            return Json.createObjectBuilder()
                    .add("events", array)
                    .add("not-asked", asked.json())
                    .build()
                    .toString();
        }
    }

    /** Explains why a singleton service is where it is. */
    @Command(
            name = "service",
            description =
                    "Why a singleton service is where it is: its turns, the elections of who decides, and what the cluster logged"
                            + " of the servers that had it.")
    static final class Service extends Base {
        private static final String CLUSTER = "io.keelson.cluster";

        @Parameters(index = "0", paramLabel = "NAME", description = "The service.")
        String name = "";

        private final Set<String> servers = new TreeSet<>();
        private final Elections elections = new Elections();

        @Override
        void ask(ManagementClient client, String server) throws CommandException, IOException {
            JsonObject answer;
            try {
                answer = client.send("GET", "singletons/" + PercentEncoding.of(name) + "/history")
                        .json();
            } catch (CommandException e) {
                if (e.exitCode() == ExitCode.UNREACHABLE) {
                    throw e;
                }
                return; // a server that is in no cluster does not know it
            }
            for (JsonObject turn : answer.getJsonArray("history").getValuesAs(JsonObject.class)) {
                String from = turn.get("from") == JsonValue.NULL ? "" : turn.getString("from");
                String to = turn.getString("to");
                servers.add(to);
                if (!from.isEmpty()) {
                    servers.add(from);
                }
                add(
                        turn.getString("when"),
                        server,
                        turn.getString("result") + " on " + to + (from.isEmpty() ? "" : ", before on " + from)
                                + " (epoch " + turn.get("epoch") + "): " + turn.getString("why"));
            }
        }

        @Override
        void askAgain(ManagementClient client, String server) throws CommandException, IOException {
            if (servers.isEmpty()) {
                return;
            }
            try {
                client.send("GET", "server/leases")
                        .json()
                        .getJsonArray("elections")
                        .getValuesAs(JsonObject.class)
                        .forEach(one ->
                                elections.add(Instant.parse(one.getString("when")), one.getString("leader"), server));
            } catch (CommandException e) {
                if (e.exitCode() == ExitCode.UNREACHABLE) {
                    throw e;
                }
            }
            JsonObject log = client.send("GET", "server/log?limit=1000").json();
            for (JsonObject one : log.getJsonArray("records").getValuesAs(JsonObject.class)) {
                String message = one.getString("message");
                if (message.contains(name)
                        || one.getString("logger").startsWith(CLUSTER)
                                && servers.stream().anyMatch(message::contains)) {
                    add(
                            one.getString("timestamp"),
                            server,
                            one.getString("severity") + " "
                                    + (one.containsKey("id") ? one.getString("id") + ": " : "")
                                    + message.lines().findFirst().orElse(""));
                }
            }
        }

        @Override
        void askedAll() {
            elections
                    .all()
                    .forEach(one -> add(
                            one.when().toString(),
                            String.join(", ", one.servers()),
                            one.leader() + " leads those who decide"));
        }

        @Override
        String nothing() {
            return "No server that answers knows a singleton service '" + name + "', or has kept a turn of it.";
        }
    }

    /** Explains why a pool has as many threads as it has. */
    @Command(name = "pool", description = "Why the pools of execute threads have grown and shrunk.")
    static final class Pool extends Base {
        @Parameters(index = "0", arity = "0..1", paramLabel = "NAME", description = "The pool; without it all of them.")
        String name = "";

        @Override
        void ask(ManagementClient client, String server) throws CommandException, IOException {
            JsonObject answer = client.send("GET", "server/thread-pools").json();
            for (JsonObject one : answer.getJsonArray("decisions").getValuesAs(JsonObject.class)) {
                if (name.isEmpty() || one.getString("pool").equals(name)) {
                    add(
                            one.getString("at"),
                            server,
                            one.getString("pool") + ": " + one.get("before") + " -> " + one.get("after")
                                    + " threads on " + server + ": " + one.getString("reason"));
                }
            }
        }

        @Override
        String nothing() {
            return "No pool" + (name.isEmpty() ? "" : " '" + name + "'") + " has changed since its server started.";
        }
    }

    /** Explains why a session is where it is. */
    @Command(name = "session", description = "Why a session is where it is; the same as 'keelson session trace'.")
    static final class Session extends SessionCommand.Trace {}
}
