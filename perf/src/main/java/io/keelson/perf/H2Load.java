package io.keelson.perf;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The generator of HTTP/2 and of TLS: the command {@code h2load} of nghttp2, with one thread. It says when its measured time begins and
 * ends, and writes the time of each response to a file. Used by one thread.
 */
final class H2Load implements AutoCloseable {
    private static final Pattern REQUESTS = Pattern.compile(
            "requests: \\d+ total, \\d+ started, (\\d+) done, (\\d+) succeeded, \\d+ failed, (\\d+) errored, (\\d+) timeout");
    private static final Pattern STATUSES = Pattern.compile("status codes: (\\d+) 2xx, 0 3xx, 0 4xx, 0 5xx");
    private static final int RESPONSE_TIME = 2;

    private final Protocol protocol;
    private final Process process;
    private final BufferedReader said;
    private final Path times;
    private final double seconds;
    private final List<String> lines = new ArrayList<>();
    private Duration cpuBefore = Duration.ZERO;
    private double generatorShare;

    private H2Load(Protocol protocol, Process process, Path times, double seconds) {
        this.protocol = protocol;
        this.process = process;
        this.said = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        this.times = times;
        this.seconds = seconds;
    }

    /** Starts it; it loads for a second before the measured time begins. */
    static H2Load start(
            Protocol protocol, int port, String path, String field, int connections, int streams, double seconds)
            throws IOException {
        Path times = Files.createTempFile("h2load", ".tsv");
        List<String> command = new ArrayList<>(List.of(
                "h2load",
                "--threads=1",
                "--clients=" + connections,
                "--max-concurrent-streams=" + streams,
                "--warm-up-time=1",
                "--duration=" + String.format(Locale.ROOT, "%.0f", Math.max(1, seconds)),
                "--log-file=" + times));
        if (!field.isEmpty()) {
            command.add("--header=" + field);
        }
        if (!protocol.http2()) {
            command.add("--h1");
        }
        if (protocol.tls()) {
            // The same for every server, whatever its own order is.
            command.add("--tls13-ciphers=TLS_AES_128_GCM_SHA256");
        }
        command.add(protocol.scheme() + "://127.0.0.1:" + port + path);
        Process process = ChildProcesses.start(new ProcessBuilder(command).redirectErrorStream(true));
        return new H2Load(protocol, process, times, Math.round(Math.max(1, seconds)));
    }

    /** Waits for the begin of the measured time. */
    void awaitBegin() throws IOException {
        await("Main benchmark duration is started");
        cpuBefore = cpu();
    }

    /** Waits for its end. */
    void awaitEnd() throws IOException {
        await("Main benchmark duration is over");
        generatorShare = cpu().minus(cpuBefore).toNanos() / 1e9 / seconds;
    }

    private Duration cpu() {
        return process.toHandle().info().totalCpuDuration().orElse(Duration.ZERO);
    }

    private void await(String begin) throws IOException {
        String line;
        while ((line = said.readLine()) != null) {
            lines.add(line);
            if (line.startsWith(begin)) {
                return;
            }
        }
        throw new IOException("h2load has ended: " + lines);
    }

    /** Returns what it saw, once the measured time is over. */
    LoadResult result() throws IOException, InterruptedException {
        String line;
        while ((line = said.readLine()) != null) {
            lines.add(line);
        }
        process.waitFor();
        long answered = answered();
        double[] micros;
        try (var all = Files.lines(times)) {
            micros = all.mapToDouble(l -> Double.parseDouble(l.split("\t")[RESPONSE_TIME]))
                    .sorted()
                    .toArray();
        }
        double sum = 0;
        for (double one : micros) {
            sum += one;
        }
        return new LoadResult(
                answered,
                seconds,
                sum / Math.max(1, micros.length),
                percentile(micros, 0.5),
                percentile(micros, 0.9),
                percentile(micros, 0.99),
                generatorShare);
    }

    private long answered() throws IOException {
        long answered = -1;
        boolean good = false;
        for (String line : lines) {
            Matcher requests = REQUESTS.matcher(line);
            if (requests.matches()) {
                // It does not understand the status line of an HTTP/1.1 server that gives no reason, as Tomcat does,
                // and
                // calls such an answer failed. An answer that is not good shows in the line of status codes.
                answered = Long.parseLong(requests.group(protocol.http2() ? 2 : 1));
                good = requests.group(3).equals("0")
                        && requests.group(4).equals("0")
                        && (!protocol.http2() || requests.group(1).equals(requests.group(2)));
            }
            if (line.startsWith("status codes:") && !STATUSES.matcher(line).matches()) {
                throw new IOException("not all answers were good: " + line);
            }
        }
        if (!good || answered <= 0) {
            throw new IOException("not all requests were answered: " + lines);
        }
        return answered;
    }

    private static double percentile(double[] sorted, double share) {
        return sorted.length == 0 ? 0 : sorted[(int) Math.min(sorted.length - 1L, (long) (share * sorted.length))];
    }

    @Override
    public void close() throws IOException {
        process.destroyForcibly();
        said.close();
        Files.deleteIfExists(times);
    }
}
