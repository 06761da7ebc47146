package io.keelson.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.admin.domain.ServerRecord;
import io.keelson.base.subsystem.ServerIdentity;
import io.keelson.kernel.lifecycle.ServerState;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EarlyRecordTest {
    @TempDir
    Path domain;

    private ServerIdentity identity() {
        return new ServerIdentity("one", "test", domain, domain.resolve("servers/one"), false);
    }

    private ServerRecord written() {
        return ServerRecord.read(identity().directory()).orElseThrow();
    }

    @Test
    void saysThatTheServerStartsAndHowItEnded() {
        EarlyRecord record = new EarlyRecord(identity());
        record.write(ServerState.STARTING);
        assertThat(written().state()).isEqualTo("STARTING");
        assertThat(written().management()).isNull();
        assertThat(written().process()).contains(ProcessHandle.current());

        record.changed(ServerState.STARTING, ServerState.SHUTTING_DOWN);
        assertThat(written().state()).isEqualTo("STARTING");

        record.changed(ServerState.SHUTTING_DOWN, ServerState.FAILED);
        assertThat(written().state()).isEqualTo("FAILED");
    }

    @Test
    void goesOnWhereItCannotBeWritten() throws Exception {
        Files.createDirectories(domain.resolve("servers"));
        Files.writeString(domain.resolve("servers/one"), "no directory");
        new EarlyRecord(identity()).write(ServerState.STARTING);
        assertThat(ServerRecord.read(identity().directory())).isEmpty();
    }
}
