package io.keelson.perf;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

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

    /**
     * Servers that are measured together.
     *
     * @param id in files
     * @param servers each has its part of the connections; processor time, allocated bytes and memory are of all together
     * @param path what is asked of them
     */
    record Target(String id, List<ServerProcess> servers, String path) {
        /** One server. */
        Target(String id, ServerProcess server, String path) {
            this(id, List.of(server), path);
        }

        private ServerProcess.Cpu cpu() {
            double user = 0;
            double system = 0;
            for (ServerProcess server : servers) {
                ServerProcess.Cpu cpu = server.cpu();
                user += cpu.user();
                system += cpu.system();
            }
            return new ServerProcess.Cpu(user, system);
        }

        private List<Map<Long, Long>> allocations() throws IOException {
            List<Map<Long, Long>> looks = new ArrayList<>();
            for (ServerProcess server : servers) {
                looks.add(server.allocation().look());
            }
            return looks;
        }

        private long allocatedSince(List<Map<Long, Long>> before) throws IOException {
            List<Map<Long, Long>> after = allocations();
            long sum = 0;
            for (int i = 0; i < before.size(); i++) {
                sum += Allocation.between(before.get(i), after.get(i));
            }
            return sum;
        }

        private long residentMebibytes() {
            return servers.stream().mapToLong(ServerProcess::residentMebibytes).sum();
        }
    }

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
            System.err.printf(Locale.ROOT, "round %d of %d%n", round, rounds);
        }
        return samples;
    }

    private Sample turn(Target target, double time) throws IOException, InterruptedException {
        return protocol == Protocol.HTTP1 ? plainTurn(target, time) : h2loadTurn(target, time);
    }

    private Sample h2loadTurn(Target target, double time) throws IOException, InterruptedException {
        ServerProcess server = target.servers().get(0);
        try (H2Load load = H2Load.start(protocol, server.port(), target.path(), field, connections, streams, time)) {
            load.awaitBegin();
            List<Map<Long, Long>> allocatedBefore = target.allocations();
            ServerProcess.Cpu before = target.cpu();
            load.awaitEnd();
            ServerProcess.Cpu after = target.cpu();
            long allocated = target.allocatedSince(allocatedBefore);
            return sample(load.result(), before, after, allocated, target.residentMebibytes());
        }
    }

    private Sample plainTurn(Target target, double time) throws IOException, InterruptedException {
        String ports = target.servers().stream()
                .map(server -> String.valueOf(server.port()))
                .collect(Collectors.joining(","));
        Process load = ChildProcesses.start(new ProcessBuilder(
                        Servers.java(),
                        "-Xmx256m",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Load.class.getName(),
                        ports,
                        target.path(),
                        String.valueOf(connections),
                        String.valueOf(time),
                        String.valueOf(idle),
                        String.valueOf(thinkMillis),
                        field)
                .redirectError(ProcessBuilder.Redirect.INHERIT));
        try (BufferedReader said =
                new BufferedReader(new InputStreamReader(load.getInputStream(), StandardCharsets.US_ASCII))) {
            if (!"ready".equals(said.readLine())) {
                throw new IOException("the load on " + target.id() + " failed before it was measured");
            }
            List<Map<Long, Long>> allocatedBefore = target.allocations();
            ServerProcess.Cpu before = target.cpu();
            load.getOutputStream().write('\n');
            load.getOutputStream().flush();
            String result = said.readLine();
            ServerProcess.Cpu after = target.cpu();
            if (result == null) {
                throw new IOException("the load on " + target.id() + " failed");
            }
            long allocated = target.allocatedSince(allocatedBefore);
            load.waitFor();
            return sample(LoadResult.parse(result), before, after, allocated, target.residentMebibytes());
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

    /** Returns where a part is written. */
    static Path file(Path directory, String study, String... parts) {
        return directory.resolve(study + "-" + String.join("-", parts) + ".csv");
    }
}
