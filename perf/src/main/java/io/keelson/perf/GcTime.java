package io.keelson.perf;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * Time that servers have stood still to collect garbage. To ask takes processor time, so it is asked before what is measured begins, and
 * after its end.
 *
 * @param seconds all pauses of all servers so far
 * @param atNanos when that was, by the monotonic clock
 */
record GcTime(double seconds, long atNanos) {
    /** Up to now. */
    static GcTime of(List<ServerProcess> servers) throws IOException, InterruptedException {
        double seconds = 0;
        for (ServerProcess server : servers) {
            seconds += seconds(server.pid());
        }
        return new GcTime(seconds, System.nanoTime());
    }

    /** Milliseconds of each second since, all servers together. */
    double millisPerSecondSince(GcTime before) {
        return (seconds - before.seconds) * 1e12 / (atNanos - before.atNanos);
    }

    /** The last column of {@code jstat -gcutil} is the sum of all pauses. */
    private static double seconds(long pid) throws IOException, InterruptedException {
        Path jstat = Path.of(Servers.java()).resolveSibling("jstat");
        Process process = new ProcessBuilder(jstat.toString(), "-gcutil", String.valueOf(pid))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        process.waitFor();
        String[] words = said.trim().split("\\s+");
        return Double.parseDouble(words[words.length - 1]);
    }
}
