package io.keelson.admin.cli;

import io.keelson.admin.domain.DomainDirectory;
import io.keelson.admin.domain.DomainException;
import io.keelson.base.time.Ticker;
import jakarta.json.Json;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonNumber;
import jakarta.json.JsonObject;
import jakarta.json.JsonValue;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Shows what all servers of a domain do, again and again. */
@Command(
        name = "top",
        description =
                "Shows what the servers do: threads, queues, requests a second, the busiest work managers, leases. At a"
                        + " terminal until Ctrl-C, else once.")
final class TopCommand extends StandardOptions implements Callable<Integer> {
    private static final int MOST_MANAGERS = 12;

    @Mixin
    DomainOption domain = new DomainOption();

    @Option(names = "--interval", paramLabel = "SECONDS", description = "Between two looks; 2 without it.")
    int seconds = 2;

    @Option(
            names = "--count",
            paramLabel = "NUMBER",
            description = "How often; without it once, at a terminal without an end.")
    int count;

    @Option(names = "--json", description = "Prints one JSON object a look, on a line of its own.")
    boolean json;

    @Spec
    @Nullable
    CommandSpec spec;

    /** Answers of a server at one moment. */
    private record Seen(
            long nanos,
            JsonObject server,
            List<JsonObject> managers,
            List<JsonObject> pools,
            List<JsonObject> leases) {}

    @Override
    public Integer call() throws CommandException, DomainException, IOException {
        if (seconds < 1 || count < 0) {
            throw new CommandException(ExitCode.USAGE, "--interval is at least 1, --count at least 0.");
        }
        Access access = domain.access().silent(); // what it shows changes all the time
        DomainDirectory directory = access.domain();
        boolean live = !json && Terminal.moves();
        int times = count > 0 ? count : live ? Integer.MAX_VALUE : 1;
        Map<String, String> without = new TreeMap<>();
        // A rate needs two looks.
        Map<String, Seen> before = look(access, without);
        for (int i = 0; i < times; i++) {
            pause(before.isEmpty() ? 0 : seconds);
            Map<String, Seen> now = look(access, without);
            if (now.isEmpty()) {
                throw new CommandException(
                        ExitCode.UNREACHABLE, "No server of " + directory + " answers; see 'keelson status'.");
            }
            print(
                    json
                            ? json(before, now)
                            : live
                                    ? Terminal.screen(text(directory, before, now, without))
                                    : text(directory, before, now, without));
            before = now;
            if (spec != null && spec.commandLine().getOut().checkError()) {
                return ExitCode.OK; // whoever looks has seen enough
            }
        }
        return ExitCode.OK;
    }

    private static void pause(int seconds) throws CommandException {
        try {
            boolean never = new CountDownLatch(1).await(seconds, TimeUnit.SECONDS);
            assert !never;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommandException(ExitCode.FAILED, "Looking was broken off.");
        }
    }

    private void print(String text) {
        if (spec != null) {
            spec.commandLine().getOut().println(text);
            spec.commandLine().getOut().flush();
        }
    }

    private static Map<String, Seen> look(Access access, Map<String, String> without)
            throws IOException, DomainException {
        Map<String, Seen> seen = new TreeMap<>();
        without.clear();
        try {
            AskedServers asked = AskedServers.ask(access, null, (client, server) -> seen.put(server, of(client)));
            asked.json()
                    .getValuesAs(JsonObject.class)
                    .forEach(one -> without.put(one.getString("server"), one.getString("why")));
        } catch (CommandException e) {
            return Map.of(); // nobody answers, which the caller says
        }
        return seen;
    }

    private static Seen of(ManagementClient client) throws CommandException, IOException {
        JsonObject server = client.sendBriefly("GET", "server").json();
        List<JsonObject> managers =
                list(client.sendBriefly("GET", "server/work-managers").json(), "work-managers");
        List<JsonObject> pools =
                list(client.sendBriefly("GET", "server/thread-pools").json(), "thread-pools");
        List<JsonObject> leases;
        try {
            leases = list(client.sendBriefly("GET", "server/leases").json(), "leases");
        } catch (CommandException e) {
            leases = List.of(); // it takes part in no cluster
        }
        return new Seen(Ticker.system().nanoTime(), server, managers, pools, leases);
    }

    private static List<JsonObject> list(JsonObject answer, String name) {
        return answer.getJsonArray(name).getValuesAs(JsonObject.class);
    }

    private static long sum(List<JsonObject> all, String figure) {
        return all.stream().mapToLong(one -> figure(one, figure)).sum();
    }

    private static long figure(JsonObject one, String figure) {
        return one.get(figure) instanceof JsonNumber number ? number.longValue() : 0;
    }

    /** Completed a second since the look before, of one work manager or of all. */
    private static double rate(@Nullable Seen before, Seen now, @Nullable String manager) {
        if (before == null || now.nanos() <= before.nanos()) {
            return 0;
        }
        long done = completed(now, manager) - completed(before, manager);
        return Math.max(0, done) * 1e9 / (now.nanos() - before.nanos());
    }

    private static long completed(Seen seen, @Nullable String manager) {
        return seen.managers().stream()
                .filter(one -> manager == null || one.getString("name").equals(manager))
                .mapToLong(one -> figure(one, "completed"))
                .sum();
    }

    private static String text(
            DomainDirectory directory, Map<String, Seen> before, Map<String, Seen> now, Map<String, String> without) {
        StringBuilder text = new StringBuilder(1024);
        text.append(directory).append(": ").append(now.size()).append(" servers answer\n\n");
        int width = now.keySet().stream().mapToInt(String::length).max().orElse(6);
        text.append(String.format(
                Locale.ROOT,
                "%-" + Math.max(6, width) + "s  %-9s  %7s  %5s  %7s  %7s  %6s  %9s%n",
                "server",
                "state",
                "threads",
                "idle",
                "running",
                "queued",
                "stuck",
                "per sec"));
        now.forEach((name, seen) -> text.append(String.format(
                Locale.ROOT,
                "%-" + Math.max(6, width) + "s  %-9s  %7d  %5d  %7d  %7d  %6d  %9.1f%n",
                name,
                seen.server().getString("state"),
                sum(seen.pools(), "threads"),
                sum(seen.pools(), "idle"),
                sum(seen.managers(), "running"),
                sum(seen.managers(), "queued"),
                sum(seen.managers(), "stuck"),
                rate(before.get(name), seen, null))));
        without.forEach((name, why) -> text.append(name).append("  does not answer\n"));
        managers(before, now, text);
        leases(now, text);
        return text.toString().stripTrailing();
    }

    /** A work manager of a server. */
    private record Busy(String server, JsonObject manager, double rate) {}

    private static void managers(Map<String, Seen> before, Map<String, Seen> now, StringBuilder text) {
        List<Busy> all = new ArrayList<>();
        now.forEach((server, seen) -> seen.managers()
                .forEach(one -> all.add(new Busy(server, one, rate(before.get(server), seen, one.getString("name"))))));
        all.sort(Comparator.comparingLong((Busy one) -> -figure(one.manager(), "queued"))
                .thenComparingLong(one -> -figure(one.manager(), "running"))
                .thenComparingDouble(one -> -one.rate())
                .thenComparing(one -> one.manager().getString("name"))
                .thenComparing(Busy::server));
        text.append(String.format(
                Locale.ROOT,
                "%n%-40s  %-16s  %7s  %7s  %9s%n",
                "work manager",
                "server",
                "queued",
                "running",
                "per sec"));
        all.stream()
                .limit(MOST_MANAGERS)
                .forEach(one -> text.append(String.format(
                        Locale.ROOT,
                        "%-40s  %-16s  %7d  %7d  %9.1f%n",
                        one.manager().getString("name"),
                        one.server(),
                        figure(one.manager(), "queued"),
                        figure(one.manager(), "running"),
                        one.rate())));
    }

    /** Each once, as the server knows it that has seen the highest epoch. */
    private static void leases(Map<String, Seen> now, StringBuilder text) {
        Map<String, JsonObject> leases = new TreeMap<>();
        now.values()
                .forEach(seen -> seen.leases()
                        .forEach(lease -> leases.merge(
                                lease.getString("name"),
                                lease,
                                (a, b) -> figure(a, "epoch") >= figure(b, "epoch") ? a : b)));
        if (!leases.isEmpty()) {
            text.append(String.format(Locale.ROOT, "%n%-40s  %-16s  %7s%n", "lease", "owner", "epoch"));
            leases.forEach((name, lease) -> text.append(String.format(
                    Locale.ROOT,
                    "%-40s  %-16s  %7d%n",
                    name,
                    lease.get("owner") == JsonValue.NULL ? "-" : lease.getString("owner"),
                    figure(lease, "epoch"))));
        }
    }

    private static String json(Map<String, Seen> before, Map<String, Seen> now) {
        Map<String, JsonObject> leases = new HashMap<>();
        JsonArrayBuilder servers = Json.createArrayBuilder();
        now.forEach((name, seen) -> {
            seen.leases().forEach(lease -> leases.put(lease.getString("name"), lease));
            servers.add(Json.createObjectBuilder()
                    .add("server", name)
                    .add("state", seen.server().getString("state"))
                    .add("threads", sum(seen.pools(), "threads"))
                    .add("idle", sum(seen.pools(), "idle"))
                    .add("running", sum(seen.managers(), "running"))
                    .add("queued", sum(seen.managers(), "queued"))
                    .add("stuck", sum(seen.managers(), "stuck"))
                    .add("per-second", Math.rint(rate(before.get(name), seen, null) * 10) / 10));
        });
        JsonArrayBuilder held = Json.createArrayBuilder();
        new TreeMap<>(leases).values().forEach(held::add);
        return Json.createObjectBuilder()
                .add("servers", servers)
                .add("leases", held)
                .build()
                .toString();
    }
}
