package io.keelson.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keelson.admin.domain.DomainDirectory;
import io.keelson.base.subsystem.Services;
import io.keelson.base.subsystem.Subsystem;
import io.keelson.base.subsystem.SubsystemFactory;
import io.keelson.base.time.Deadline;
import io.keelson.http.HttpServer;
import io.keelson.kernel.lifecycle.ShutdownMode;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests what those who watch a server are told while it ends. */
@Timeout(60)
class HealthIT {
    private static final Duration SOON = Duration.ofSeconds(20);

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1) // HTTP/2 ends its connections with GOAWAY
            .build();

    @TempDir
    Path directory;

    /** A room that is still there when administration has gone, and so keeps the doors. */
    private static final class Slow implements SubsystemFactory {
        final CompletableFuture<Void> released = new CompletableFuture<>();

        @Override
        public String name() {
            return "slow";
        }

        @Override
        public Set<Class<?>> requires() {
            return Set.of(HttpServer.class);
        }

        @Override
        public Subsystem create(Services services) {
            return new Subsystem() {
                @Override
                public void start() {}

                @Override
                public void stop(Deadline deadline) {
                    released.join();
                }
            };
        }
    }

    private int status(String address, String path) throws Exception {
        return client.send(
                        HttpRequest.newBuilder(URI.create("http://" + address + "/management/v1/" + path))
                                .build(),
                        HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }

    @Test
    void itLivesForAsLongAsItAnswersAndIsNotReadyFromTheFirstMomentOfItsEnd() throws Exception {
        Slow slow = new Slow();
        try (RunningServer server =
                RunningServer.start(DomainDirectory.create(directory.resolve("domain")), Map.of(), List.of(slow))) {
            String address = server.address();
            assertThat(status(address, "health/ready")).isEqualTo(200);
            assertThat(status(address, "server")).isEqualTo(401);
            CompletableFuture<Void> end =
                    CompletableFuture.runAsync(() -> server.server().shutdown(ShutdownMode.GRACEFUL));
            await().atMost(SOON).until(() -> status(address, "server") == 503);
            assertThat(status(address, "health/live")).isEqualTo(200);
            assertThat(status(address, "health/ready")).isEqualTo(503);
            slow.released.complete(null);
            end.join();
        } finally {
            slow.released.complete(null);
        }
    }
}
