package io.keelson.perf;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Loads servers in turns, each turn with a generator process of its own, and looks at the server exactly when the measured time
 * begins and ends.
 *
 * @param protocol what is spoken
 * @param connections keep-alive connections with a request under way
 * @param streams requests under way on each connection; 1 for HTTP/1.1
 * @param idle connections beside them that do nothing
 * @param thinkMillis how long a connection waits after an answer before it sends the next request; 0: not at all
 * @param rounds turns a server
 * @param seconds measured time of a turn
 * @param warmUp measured time of the first turn of each server, which is thrown away
 * @param field a header field of each request; empty for none
 */
record Turns(
        Protocol protocol,
        int connections,
        int streams,
        int idle,
        double thinkMillis,
        int rounds,
        double seconds,
        double warmUp,
        String field) {
    /** HTTP/1.1, without a header field of its own. */
    Turns(int connections, int idle, double thinkMillis, int rounds, double seconds, double warmUp) {
        this(Protocol.HTTP1, connections, 1, idle, thinkMillis, rounds, seconds, warmUp, "");
    }

    /** A server and what is asked of it. */
    record Target(String id, ServerProcess server, String path) {}

    /** About how long it takes, in seconds. */
    double estimate(int servers) {
        double around = 2 + idle / 4000.0;
        return servers * (warmUp + around + rounds * (seconds + around));
    }

    /** The turns of each target. */
    Map<String, List<Sample>> run(List<Target> targets) throws IOException, InterruptedException {
        Map<String, List<Sample>> samples = new LinkedHashMap<>();
        for (Target target : targets) {
            samples.put(target.id(), new ArrayList<>());
            turn(target, warmUp);
        }
        for (int round = 1; round <= rounds; round++) {
            for (Target target : targets) {
                List<Sample> turns = samples.get(target.id());
                if (turns != null) {
                    turns.add(turn(target, seconds));
                }
            }
            System.err.printf("round %d of %d%n", round, rounds);
        }
        return samples;
    }

    private Sample turn(Target target, double time) throws IOException, InterruptedException {
        return protocol == Protocol.HTTP1 ? plainTurn(target, time) : h2loadTurn(target, time);
    }

    private Sample h2loadTurn(Target target, double time) throws IOException, InterruptedException {
        ServerProcess server = target.server();
        try (H2Load load = H2Load.start(protocol, server.port(), target.path(), field, connections, streams, time)) {
            load.awaitBegin();
            Map<Long, Long> allocatedBefore = server.allocation().look();
            ServerProcess.Cpu before = server.cpu();
            load.awaitEnd();
            ServerProcess.Cpu after = server.cpu();
            long allocated =
                    Allocation.between(allocatedBefore, server.allocation().look());
            return sample(load.result(), before, after, allocated, server.residentMebibytes());
        }
    }

    private Sample plainTurn(Target target, double time) throws IOException, InterruptedException {
        ServerProcess server = target.server();
        Process load = new ProcessBuilder(
                        Servers.java(),
                        "-Xmx256m",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Load.class.getName(),
                        String.valueOf(server.port()),
                        target.path(),
                        String.valueOf(connections),
                        String.valueOf(time),
                        String.valueOf(idle),
                        String.valueOf(thinkMillis),
                        field)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader said =
                new BufferedReader(new InputStreamReader(load.getInputStream(), StandardCharsets.US_ASCII))) {
            if (!"ready".equals(said.readLine())) {
                throw new IOException("the load on " + target.id() + " failed before it was measured");
            }
            Map<Long, Long> allocatedBefore = server.allocation().look();
            ServerProcess.Cpu before = server.cpu();
            load.getOutputStream().write('\n');
            load.getOutputStream().flush();
            String result = said.readLine();
            ServerProcess.Cpu after = server.cpu();
            if (result == null) {
                throw new IOException("the load on " + target.id() + " failed");
            }
            long allocated =
                    Allocation.between(allocatedBefore, server.allocation().look());
            load.waitFor();
            return sample(LoadResult.parse(result), before, after, allocated, server.residentMebibytes());
        } finally {
            // Where something failed it may still wait to be let go.
            load.destroyForcibly().waitFor();
        }
    }

    private static Sample sample(
            LoadResult seen, ServerProcess.Cpu before, ServerProcess.Cpu after, long allocated, long resident) {
        double requests = seen.requests();
        return new Sample(
                requests / seen.seconds(),
                (after.user() - before.user()) * 1e6 / requests,
                (after.system() - before.system()) * 1e6 / requests,
                seen.mean(),
                seen.p50(),
                seen.p90(),
                seen.p99(),
                allocated / requests,
                resident,
                seen.generatorShare());
    }

    /** The parameters, as a part's file and a report show them. */
    Map<String, String> parameters() {
        Map<String, String> shown = new LinkedHashMap<>();
        shown.put("protocol", protocol.id());
        shown.put("connections", String.valueOf(connections));
        shown.put("streams", String.valueOf(streams));
        shown.put("idle", String.valueOf(idle));
        shown.put("think-ms", String.valueOf(thinkMillis));
        shown.put("rounds", String.valueOf(rounds));
        shown.put("seconds", String.valueOf(seconds));
        shown.put("warm-up", String.valueOf(warmUp));
        shown.put("jdk", System.getProperty("java.version"));
        shown.put("jvm", String.join(" ", Servers.JVM));
        shown.put("processors", String.valueOf(Runtime.getRuntime().availableProcessors()));
        return shown;
    }

    /** Where a part is written. */
    static Path file(Path directory, String study, String... parts) {
        return directory.resolve(study + "-" + String.join("-", parts) + ".csv");
    }
}
