package io.keelson.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.base.config.Configuration;
import io.keelson.base.subsystem.ServerIdentity;
import io.keelson.base.subsystem.Services;
import io.keelson.base.subsystem.Subsystem;
import io.keelson.base.subsystem.SubsystemFactory;
import io.keelson.base.time.Deadline;
import io.keelson.base.time.Ticker;
import io.keelson.kernel.lifecycle.LifecycleSettings;
import io.keelson.kernel.lifecycle.Server;
import io.keelson.kernel.lifecycle.ServerState;
import io.keelson.kernel.work.OverloadSettings;
import io.keelson.kernel.work.StuckThreadSettings;
import io.keelson.kernel.work.ThreadPoolSettings;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Signals to a real process whose graceful shutdown would take ten minutes. */
@Timeout(90)
class TerminationSystemIT {
    private static final int SIGTERM_EXIT = 143;

    @Test
    void theSecondSignalForces() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Djava.util.logging.manager=org.jboss.logmanager.LogManager",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Probe.class.getName())
                .redirectErrorStream(true)
                .start();
        try (BufferedReader output =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            awaitLine(output, "RUNNING");
            process.toHandle().destroy(); // Process.destroy would close the stream as well
            awaitLine(output, "suspending");
            assertThat(process.isAlive()).isTrue();
            process.toHandle().destroy();
            awaitLine(output, "cut");
            assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isEqualTo(SIGTERM_EXIT);
        } finally {
            process.destroyForcibly();
        }
    }

    private static void awaitLine(BufferedReader output, String expected) throws Exception {
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            if (line.equals("probe: " + expected)) {
                return;
            }
        }
        throw new AssertionError("the process ended before it said '" + expected + "'");
    }

    /** What runs in that process. */
    static final class Probe implements SubsystemFactory, Subsystem, Configuration {
        public static void main(String... args) throws Exception {
            Probe probe = new Probe();
            Path domain = Path.of("/nowhere");
            ServerIdentity identity = new ServerIdentity("probe", "domain", domain, domain, false);
            Server server = new Server(identity, probe, Ticker.system(), List.of(probe));
            Termination termination = new Termination(server);
            termination.arm();
            server.start();
            say(server.state().name());
            server.awaitEnd();
            say(server.state() == ServerState.SHUTDOWN ? "ended" : "not ended");
            termination.closed();
        }

        private static void say(String what) {
            System.out.println("probe: " + what);
        }

        @Override
        public String name() {
            return "probe";
        }

        @Override
        public Subsystem create(Services services) {
            return this;
        }

        @Override
        public void suspend(Deadline deadline) {
            say("suspending");
            while (!deadline.passed()) {
                LockSupport.parkNanos(deadline.remaining().toNanos());
            }
            say("cut");
        }

        @Override
        public <R extends Record> R get(Class<R> section) {
            Map<Class<?>, Record> settings = Map.of(
                    LifecycleSettings.class, new LifecycleSettings(Duration.ofMinutes(10)),
                    ThreadPoolSettings.class, ThreadPoolSettings.DEFAULTS,
                    StuckThreadSettings.class, StuckThreadSettings.DEFAULTS,
                    OverloadSettings.class, OverloadSettings.DEFAULTS);
            return section.cast(settings.get(section));
        }

        @Override
        public <R extends Record> Map<String, R> all(Class<R> section) {
            return Map.of();
        }
    }
}
