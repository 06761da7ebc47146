package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/**
 * Applications that are deployed to a cluster of two machines while the wire between them is cut: whoever can be reached has the new
 * version at once, the other one when the wire is back.
 *
 * @param near the machine of the admin server and of {@code server-1}
 * @param far the machine of {@code beta-1}
 * @param namespace the network namespace of {@code near}
 * @param url where {@code beta-1} serves
 */
record DeploymentAcrossACut(Machine near, Machine far, String namespace, String url) {
    private static final String WEB = "<web-app xmlns='https://jakarta.ee/xml/ns/jakartaee' version='6.0'>"
            + "<servlet><servlet-name>slow</servlet-name><jsp-file>/slow.jsp</jsp-file><load-on-startup>1</load-on-startup>"
            + "</servlet></web-app>";
    /** Leaves a file where it starts, and takes its time. */
    private static final String SLOW =
            "<%%! public void jspInit() { try { java.nio.file.Files.createTempFile(java.nio.file.Path.of(\"%s\"), \"start\", \"\");"
                    + " Thread.sleep(%d); } catch (Exception e) { throw new IllegalStateException(e); } } %%>";
    /** What the wire takes a second, in bits: the large archive takes half a minute. */
    private static final String RATE = "5mbit";

    private static final int LARGE = 20_000_000;
    private static final int SLOW_START_MILLIS = 6_000;

    void run(Path directory) throws Exception {
        Path starts = Files.createDirectories(directory.resolve("starts"));
        Path archive = directory.resolve("shop.war");
        Files.write(archive, shop("one", starts, 0).packed());
        assertThat(near.done("deploy", archive.toString(), "--target", "cluster-1"))
                .containsPattern("server-1 +RUNNING")
                .containsPattern("beta-1 +RUNNING");
        serves("one");

        whileItFetches(archive, starts);

        clear(starts);
        Files.write(archive, shop("three", starts, SLOW_START_MILLIS).packed());
        String told = redeployed(archive, () -> count(starts) >= 2);
        assertThat(told).containsPattern("server-1 +RUNNING").containsPattern("beta-1 +UNKNOWN");
        joined("three");
    }

    private void whileItFetches(Path archive, Path starts) throws Exception {
        byte[] large = new byte[LARGE];
        new Random(7).nextBytes(large);
        Files.write(archive, shop("two", starts, 0).bytes("large.bin", large).packed());
        if (!shape("add", "tbf", "rate", RATE, "burst", "32kbit", "latency", "400ms")) {
            System.out.println(
                    "The wire cannot be made slow here (tc, tbf): it is not cut while an archive is fetched.");
            return;
        }
        String told = redeployed(archive, () -> fetched() > LARGE / 20);
        assertThat(shape("del")).isTrue();
        assertThat(told).containsPattern("server-1 +RUNNING").containsPattern("beta-1 +UNKNOWN");
        assertThat(fetched()).as("it was cut in the middle").isLessThan(LARGE);
        serves("one");
        joined("two");
    }

    private static WarFile shop(String content, Path starts, int millis) {
        return new WarFile()
                .text("WEB-INF/web.xml", WEB)
                .text("slow.jsp", SLOW.formatted(starts, millis))
                .text("index.html", content);
    }

    /** Cuts the wire as soon as this is so; what the command line says in the end. */
    private String redeployed(Path archive, BooleanSupplier moment) throws Exception {
        CompletableFuture<String> command = CompletableFuture.supplyAsync(() -> {
            try {
                return near.done("redeploy", "shop", archive.toString());
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        await().atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(20))
                .until(() -> {
                    assertThat(command).as("not before the wire is cut").isNotDone();
                    return moment.getAsBoolean();
                });
        wire("down");
        return command.get(60, TimeUnit.SECONDS);
    }

    /** The wire is whole again: one revision on both, and the version that was decided. */
    private void joined(String content) throws Exception {
        wire("up");
        serves(content);
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(near.done("deployments", "list"))
                        .containsPattern("server-1 +RUNNING")
                        .containsPattern("beta-1 +RUNNING"));
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(far.domain().resolve("domain.yaml"))
                        .hasSameTextualContentAs(near.domain().resolve("domain.yaml")));
    }

    private void wire(String state) throws Exception {
        Machine.must("ip", "-n", namespace, "link", "set", "wire", state);
    }

    /** Returns true if that could be done. */
    private boolean shape(String what, String... how) throws Exception {
        List<String> words =
                new ArrayList<>(List.of("ip", "netns", "exec", namespace, "tc", "qdisc", what, "dev", "wire", "root"));
        words.addAll(List.of(how));
        return Machine.said(words).exit() == 0;
    }

    private void serves(String content) {
        List<String> curl = new ArrayList<>(far.prefix());
        curl.addAll(List.of("curl", "-s", "-m", "5", url + "/shop/index.html"));
        await().atMost(Duration.ofSeconds(90))
                .untilAsserted(() -> assertThat(Machine.said(curl).text()).isEqualTo(content));
    }

    /** Returns what the far server has of archives of the domain, whole or not. */
    private long fetched() {
        try (Stream<Path> files = Files.walk(far.domain().resolve("servers/beta-1/stage/fetched"))) {
            return files.filter(Files::isRegularFile)
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        } catch (IOException e) {
            return 0;
        }
    }

    private static long count(Path place) {
        try (Stream<Path> files = Files.list(place)) {
            return files.count();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void clear(Path place) throws IOException {
        try (Stream<Path> files = Files.list(place)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
    }
}
