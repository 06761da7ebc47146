package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A server is killed (SIGKILL) at random moments of a deployment, a replacement and an undeployment. After its next start the
 * application is there whole, in one version, or not at all, and nothing else lies in the server's directories.
 */
class KillDuringDeploymentSystemIT {
    private static final int FILES = 60;
    private static final int FILE_BYTES = 100_000;

    @TempDir
    Path directory;

    private final HttpClient client = HttpClient.newHttpClient();

    @Test
    void theNextStartHasItWholeOrNotAtAll() throws Exception {
        kills(3, new Random().nextLong());
    }

    @Test
    @Tag("soak")
    void theNextStartHasItWholeOrNotAtAllTwoHundredTimes() throws Exception {
        kills(200, new Random().nextLong());
    }

    private void kills(int times, long seed) throws Exception {
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        try (LiveServer server = LiveServer.start(directory)) {
            // The version that is there, 0 for none; versions count up, so that each is told from all before it.
            int there = 0;
            int next = 1;
            Duration most = Duration.ZERO;
            List<String> outcomes = new ArrayList<>();
            for (int i = 0; i < times; i++) {
                if (most.isZero()) {
                    most = duration(server);
                }
                boolean remove = there != 0 && i % 3 == 2;
                int asked = remove ? 0 : next++;
                int status = killWithin(server, asked, (long) (random.nextDouble() * most.toNanos()));
                if (!remove) {
                    // Deployments get faster and slower with the machine; most kills are to come before the answer.
                    most = Duration.ofNanos((long) (most.toNanos() * (status == 0 ? 1.1 : 0.7)));
                }
                server.restart();
                int found = version(server);
                outcomes.add(there + "->" + asked + ": " + found + (status == 0 ? "" : " answered " + status));
                assertThat(found).as("%s, seed %d", outcomes, seed).isIn(there, asked);
                if (status != 0) {
                    assertThat(found).as("%s, seed %d", outcomes, seed).isEqualTo(asked);
                }
                assertThat(remains(server)).as("%s, seed %d", outcomes, seed).hasSize(found == 0 ? 0 : 2);
                there = found;
            }
            System.out.println("killed while version a was being replaced by b, found c: " + outcomes);
        }
    }

    /** Returns how long an undisturbed deployment takes; the application is gone again afterwards. */
    private static Duration duration(LiveServer server) throws Exception {
        byte[] war = war(1);
        long began = System.nanoTime();
        assertThat(server.manage("PUT", "deployments/big", war).statusCode()).isEqualTo(201);
        Duration took = Duration.ofNanos(System.nanoTime() - began);
        assertThat(server.manage("DELETE", "deployments/big").statusCode()).isEqualTo(204);
        return took;
    }

    /** Asks for a version, kills the server some time later; the status that was answered before that, or 0. */
    private int killWithin(LiveServer server, int version, long nanos) throws Exception {
        HttpRequest request = version == 0
                ? server.management("DELETE", "deployments/big", HttpRequest.BodyPublishers.noBody())
                : server.management("PUT", "deployments/big", HttpRequest.BodyPublishers.ofByteArray(war(version)));
        // An undeployment is short.
        long moment = version == 0 ? nanos / 10 : nanos;
        CompletableFuture<HttpResponse<String>> answer =
                client.sendAsync(request, HttpResponse.BodyHandlers.ofString());
        int status = 0;
        try {
            status = answer.get(moment, TimeUnit.NANOSECONDS).statusCode();
            assertThat(status).isBetween(200, 204);
        } catch (TimeoutException e) {
            // The usual case: it is still being deployed.
        }
        server.kill();
        return status;
    }

    /** The version that serves, after a look at each of its files; 0 when the application is not there at all. */
    private static int version(LiveServer server) throws Exception {
        HttpResponse<String> listed = server.manage("GET", "deployments/big");
        if (listed.statusCode() == 404) {
            assertThat(server.get("/big/version.txt").statusCode()).isEqualTo(404);
            return 0;
        }
        assertThat(listed.body()).contains("\"RUNNING\"");
        int version = Integer.parseInt(server.get("/big/version.txt").body());
        for (int i = 0; i < FILES; i++) {
            assertThat(server.get("/big/" + i + ".txt").body().equals(file(version, i)))
                    .as("file %d of version %d is whole", i, version)
                    .isTrue();
        }
        return version;
    }

    /** Records and versions in the store; uploads and temporary directories of nobody are refused here. */
    private static List<Path> remains(LiveServer server) throws Exception {
        Path own = server.domain().resolve("servers/AdminServer");
        try (Stream<Path> all = Files.walk(own)) {
            List<Path> files = all.toList();
            assertThat(files).noneMatch(f -> f.getFileName().toString().matches("upload-.*|.*\\.new|.*\\.tmp"));
            Path deployments = own.resolve("deployments");
            assertThat(deployments).isDirectory();
            return files.stream()
                    .filter(f -> f.startsWith(deployments.resolve("records")) && Files.isRegularFile(f)
                            || f.startsWith(deployments.resolve("content"))
                                    && deployments
                                                    .resolve("content")
                                                    .relativize(f)
                                                    .getNameCount()
                                            == 2)
                    .toList();
        }
    }

    private static byte[] war(int version) throws Exception {
        WarFile war = new WarFile().text("version.txt", Integer.toString(version));
        for (int i = 0; i < FILES; i++) {
            war.text(i + ".txt", file(version, i));
        }
        return war.packed();
    }

    /** Text that does not pack well, another one in each file of each version. */
    private static String file(int version, int number) {
        byte[] bytes = new byte[FILE_BYTES];
        new Random(version * 1_000L + number).nextBytes(bytes);
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) ('0' + (bytes[i] & 63));
        }
        return new String(bytes, StandardCharsets.US_ASCII);
    }
}
