package io.keelson.admin;

import io.keelson.admin.rest.Answer;
import io.keelson.admin.rest.Call;
import io.keelson.admin.rest.Problem;
import io.keelson.admin.rest.Route;
import io.keelson.admin.rest.Schema;
import io.keelson.kernel.management.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.ParseException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import jdk.jfr.Configuration;
import jdk.jfr.Recording;

/**
 * Records what the JVM does for some seconds: {@code server/recording}, in the JVM's own format (JDK Flight Recorder). Variables of the
 * environment, system properties and the command line may hold secrets and are left out. Thread-safe; one recording at a time is made.
 */
final class RecordingResource {
    private static final int LONGEST_SECONDS = 60;
    private static final List<String> SECRETIVE = List.of(
            "jdk.InitialEnvironmentVariable",
            "jdk.InitialSystemProperty",
            "jdk.JVMInformation",
            "jdk.SystemProcess",
            "jdk.ProcessStart");

    private final Path temporary;
    private final ReentrantLock one = new ReentrantLock();

    /** The resource, which keeps a recording in that directory while it is made. */
    RecordingResource(Path temporary) {
        this.temporary = temporary;
    }

    List<Route> routes() {
        return List.of(Route.of("POST", "server/recording", Role.ADMIN, this::record)
                .says("records what the JVM does for some seconds, as JDK Flight Recorder has it")
                .query("seconds", Schema.whole(1, LONGEST_SECONDS))
                .answers(200, "application/octet-stream", Schema.ANY));
    }

    private Answer record(Call call) throws Problem, IOException {
        String seconds = call.query(Set.of("seconds")).getOrDefault("seconds", "10");
        if (!seconds.matches("[1-9]\\d?") || Integer.parseInt(seconds) > LONGEST_SECONDS) {
            throw Problem.badRequest("The parameter 'seconds' is a number from 1 to " + LONGEST_SECONDS);
        }
        if (!one.tryLock()) {
            throw Problem.notDone(409, "Under way", "A recording is being made; ask again when it is done", List.of());
        }
        try {
            return new Answer(
                    200, Map.of("Content-Type", "application/octet-stream"), bytes(Integer.parseInt(seconds)));
        } catch (ParseException | IllegalStateException e) {
            throw Problem.notDone(501, "Not implemented", "This JVM makes no recordings: " + e.getMessage(), List.of());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Problem.notDone(503, "Broken off", "The server ends", List.of());
        } finally {
            one.unlock();
        }
    }

    private byte[] bytes(int seconds) throws IOException, ParseException, InterruptedException {
        Files.createDirectories(temporary);
        Path file = Files.createTempFile(temporary, "recording-", ".jfr");
        try (Recording recording = new Recording(Configuration.getConfiguration("profile"))) {
            SECRETIVE.forEach(recording::disable);
            recording.start();
            boolean never = new CountDownLatch(1).await(seconds, TimeUnit.SECONDS);
            assert !never;
            recording.stop();
            recording.dump(file);
            return Files.readAllBytes(file);
        } finally {
            Files.deleteIfExists(file);
        }
    }
}
