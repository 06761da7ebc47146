package io.keelson.perf;

import io.keelson.perf.ecperf.Window;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Use of the processors by servers and database while a run is measured, and the servers' own figures each second: the same that the
 * console shows. Made for one run; used by the driver's thread, and by one of its own that ends with the measured time.
 */
final class EcperfUse implements Window {
    private static final Pattern ACTIVE = Pattern.compile("\"active\":(\\d+)");
    private static final Pattern WAITING = Pattern.compile("\"waiting\":(\\d+)");
    private static final Pattern APPLICATION =
            Pattern.compile("\"name\":\"application/ecperf\"[^}]*?\"queued\":(\\d+)[^}]*?\"running\":(\\d+)");
    private static final double BUSY = 0.85;
    private static final double MOSTLY = 0.6;

    private final EcperfServers servers;
    private final EcperfServers.Application application;
    private final List<Sample> samples = new ArrayList<>();
    private @Nullable Thread watch;
    private volatile boolean over;
    private volatile @Nullable IOException failure;
    private double serverSeconds;
    private double databaseSeconds;
    private long nanos;

    /** Answers of all servers at one moment, added up. */
    private record Sample(int active, int waiting, int queued, int running) {}

    EcperfUse(EcperfServers servers, EcperfServers.Application application) {
        this.servers = servers;
        this.application = application;
    }

    @Override
    public void begin() throws IOException {
        serverSeconds = -servers.cpuSeconds();
        databaseSeconds = -servers.databaseCpuSeconds();
        nanos = -System.nanoTime();
        Thread started = new Thread(this::watch, "ecperf-use");
        started.setDaemon(true);
        started.start();
        watch = started;
    }

    @Override
    public void end() throws IOException, InterruptedException {
        serverSeconds += servers.cpuSeconds();
        databaseSeconds += servers.databaseCpuSeconds();
        nanos += System.nanoTime();
        over = true;
        Thread running = watch;
        if (running != null) {
            running.interrupt();
            running.join();
        }
        IOException wrong = failure;
        if (wrong != null) {
            throw wrong;
        }
    }

    private void watch() {
        try {
            while (!over) {
                samples.add(sample());
                TimeUnit.SECONDS.sleep(1);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            failure = e;
        }
    }

    private Sample sample() throws IOException {
        int[] sums = new int[4];
        for (int port : application.ports()) {
            String sources = application.domain().ask(port, "server/runtime/data-sources");
            sums[0] += number(ACTIVE, sources, 1);
            sums[1] += number(WAITING, sources, 1);
            String managers = application.domain().ask(port, "server/work-managers");
            sums[2] += number(APPLICATION, managers, 1);
            sums[3] += number(APPLICATION, managers, 2);
        }
        return new Sample(sums[0], sums[1], sums[2], sums[3]);
    }

    private static int number(Pattern pattern, String text, int group) throws IOException {
        Matcher found = pattern.matcher(text);
        if (!found.find()) {
            throw new IOException("the server does not say " + pattern + ": " + text);
        }
        return Integer.parseInt(found.group(group));
    }

    /** Processor time of the servers while it was measured, in seconds. */
    double serverSeconds() {
        return serverSeconds;
    }

    /** Processor time of a database with a process of its own, in seconds. */
    double databaseSeconds() {
        return databaseSeconds;
    }

    /** The share of the machine's processors that the servers had, from 0 to 1. */
    double serverShare() {
        return share(serverSeconds);
    }

    /** The share of the machine's processors that the database had, from 0 to 1. */
    double databaseShare() {
        return share(databaseSeconds);
    }

    private double share(double seconds) {
        return seconds * 1e9 / nanos / Runtime.getRuntime().availableProcessors();
    }

    /** Mean number of requests that a thread works on. */
    double running() {
        return samples.stream().mapToInt(Sample::running).average().orElse(0);
    }

    /** Mean number of requests that wait for a thread. */
    double queued() {
        return samples.stream().mapToInt(Sample::queued).average().orElse(0);
    }

    /** Mean number of connections in use. */
    double active() {
        return samples.stream().mapToInt(Sample::active).average().orElse(0);
    }

    /** The highest number of requests that were seen to wait for a connection. */
    int waiting() {
        return samples.stream().mapToInt(Sample::waiting).max().orElse(0);
    }

    /** Says what holds the servers back, as these figures show it. */
    String bottleneck() {
        if (serverShare() + databaseShare() > BUSY || serverShare() > MOSTLY || databaseShare() > MOSTLY) {
            return serverShare() >= databaseShare()
                    ? "processors, the server's share"
                    : "processors, the database's share";
        }
        if (waiting() > 0) {
            return "connections";
        }
        if (queued() > running()) {
            return "threads";
        }
        if (running() >= 1 && active() > MOSTLY * running()) {
            return "waits within transactions";
        }
        return "none";
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "server %.0f %%, database %.0f %%; %.1f requests, %.1f queued, %.1f connections, %d waiting: %s",
                100 * serverShare(),
                100 * databaseShare(),
                running(),
                queued(),
                active(),
                waiting(),
                bottleneck());
    }
}
