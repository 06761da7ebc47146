package io.keelson.system;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A network of its own for the servers of a test: a network namespace of Linux whose loopback has an address for each of them.
 * What one sends to another can be dropped, each way by itself. Needs root or user namespaces, {@code unshare}, {@code nsenter}
 * and {@code ip}; who asks a server in it needs {@code curl}.
 */
final class Loopback implements AutoCloseable {
    private final Process holder;

    private Loopback(Process holder) {
        this.holder = holder;
    }

    static Loopback open() throws Exception {
        Process holder = new ProcessBuilder("unshare", "--net", "sleep", "100000")
                .redirectErrorStream(true)
                .start();
        Loopback network = new Loopback(holder);
        try {
            await().atMost(Duration.ofSeconds(10))
                    .pollInterval(Duration.ofMillis(20))
                    .until(() -> network.isApart() || !holder.isAlive());
            if (!holder.isAlive()) {
                throw new IOException("no network namespace: "
                        + new String(holder.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
            }
            network.run("ip link set lo up");
            // Rules of ours come before the one for local addresses, which is the first of all by default.
            network.run("ip rule add pref 32000 lookup local");
            network.run("ip rule del pref 0");
            return network;
        } catch (Exception e) {
            network.close();
            throw e;
        }
    }

    /** Returns true if the holder has left the network of this process. */
    private boolean isApart() throws IOException {
        return !Files.readSymbolicLink(Path.of("/proc/" + holder.pid() + "/ns/net"))
                .equals(Files.readSymbolicLink(Path.of("/proc/self/ns/net")));
    }

    /** Returns what stands before a command that is to run in the network. */
    List<String> prefix() {
        return List.of("nsenter", "--target", String.valueOf(holder.pid()), "--net");
    }

    /** The address of the n-th server. */
    static String address(int n) {
        return "127.0.0." + (n + 10);
    }

    /**
     * Drops from now on what {@code from} sends to {@code to}: its own connections fail at once, those of the other wait. Where there
     * is a connection already, a cut in one direction soon is one in both: what is not acknowledged is sent ever more rarely.
     */
    void cut(String from, String to) throws Exception {
        run("ip rule add pref 10 from " + from + " to " + to + " blackhole");
    }

    /** Drops nothing any more. */
    void heal() throws Exception {
        run("while ip rule del pref 10 2>/dev/null; do :; done");
    }

    /** Runs a command in the network and returns what it printed. */
    String run(String command) throws Exception {
        List<String> all = new ArrayList<>(prefix());
        all.addAll(List.of("sh", "-c", command));
        Process process = new ProcessBuilder(all).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes());
        if (process.waitFor() != 0) {
            throw new IOException("'" + command.split(" ")[0] + "' ended with " + process.exitValue() + ": " + said);
        }
        return said;
    }

    @Override
    public void close() {
        holder.destroyForcibly();
    }
}
