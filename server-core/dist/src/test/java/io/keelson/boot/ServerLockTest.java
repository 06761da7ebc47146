package io.keelson.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerLockTest {
    @TempDir
    Path domain;

    @Test
    void isTakenOnceAndNamesTheProcess() throws Exception {
        Path server = domain.resolve("servers/one");
        String pid = String.valueOf(ProcessHandle.current().pid());
        try (ServerLock lock = ServerLock.take(server)) {
            assertThat(lock).isNotNull();
            assertThat(Files.readString(server.resolve("server.lock"))).isEqualTo(pid);
            assertThatThrownBy(() -> ServerLock.take(server))
                    .isInstanceOf(ServerLock.TakenException.class)
                    .hasMessageContaining("as process " + pid)
                    .hasMessageContaining("keelson stop --server one'");
        }
        ServerLock.take(server).close();
    }
}
