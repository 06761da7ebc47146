package io.keelson.admin.change;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.base.config.Configuration;
import io.keelson.base.log.LogSettings;
import io.keelson.base.log.LogTap;
import io.keelson.base.log.Logging;
import io.keelson.base.log.Severity;
import io.keelson.base.time.Ticker;
import io.keelson.kernel.config.ConfigurationReader;
import io.keelson.kernel.config.DomainConfiguration;
import io.keelson.kernel.config.DomainFile;
import io.keelson.kernel.config.Model;
import io.keelson.kernel.lifecycle.ServerControl;
import io.keelson.kernel.lifecycle.ServerState;
import io.keelson.kernel.lifecycle.ServerStateListener;
import io.keelson.kernel.lifecycle.ShutdownMode;
import io.keelson.kernel.lifecycle.SubsystemTime;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerActivationTest {
    private static final String BEFORE = "servers: {AdminServer: {}}\n";

    /** A server that runs everything. */
    private static final class Willing implements ServerControl {
        @Override
        public ServerState state() {
            return ServerState.RUNNING;
        }

        @Override
        public List<SubsystemTime> subsystems() {
            return List.of();
        }

        @Override
        public void addListener(ServerStateListener listener) {}

        @Override
        public void shutdown(ShutdownMode mode) {}

        @Override
        public void suspend(Duration timeout) {}

        @Override
        public void resume() {}

        @Override
        public void checkConfiguration(Configuration next) {}

        @Override
        public void applyConfiguration(Configuration next) {}
    }

    @TempDir
    Path directory;

    @Test
    void aDiskThatDoesNotTakeItIsToldOfOnceForEachTrouble() throws Exception {
        Path inTheWay = directory.resolve("s/config");
        Files.createDirectories(directory.resolve("s"));
        DomainConfiguration started = new ConfigurationReader(
                        Model.load(getClass().getClassLoader()))
                .read(DomainFile.parse(directory.resolve("domain.yaml"), BEFORE), "AdminServer");
        ServerActivation activation =
                new ServerActivation("AdminServer", directory.resolve("s"), started, new Willing(), Ticker.system());
        AtomicInteger told = new AtomicInteger();
        Message commit = new Message.Commit(
                new Proposal(5, "five", BEFORE + "production-mode: true\n"), new Message.Telling("run", 1, null));
        try (Logging log = Logging.configure(LogSettings.consoleOnly(Severity.INFO), directory, Ticker.system());
                LogTap.Registration tap = log.tap((severity, weight, json) ->
                        told.addAndGet(severity == Severity.ERROR && json.get().contains("KLS-141074") ? 1 : 0))) {
            for (int trouble = 1; trouble <= 2; trouble++) {
                Files.writeString(inTheWay, "no directory");
                for (int i = 0; i < 3; i++) {
                    assertThat(activation.receive(commit).toString()).contains("its disk did not take it");
                }
                assertThat(told).hasValue(trouble);
                Files.delete(inTheWay);
                assertThat(activation.receive(commit).toString()).doesNotContain("its disk did not take it");
                commit = new Message.Commit(
                        new Proposal(6, "six", BEFORE + "# six\n"), new Message.Telling("run", 2, null));
                Files.delete(inTheWay.resolve("activation.json"));
                Files.delete(inTheWay);
            }
        }
        assertThat(activation.revision()).isEqualTo(6);
    }
}
