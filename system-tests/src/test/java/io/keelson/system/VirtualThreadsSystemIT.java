package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** A work manager that asks for virtual threads, on the JDK that runs this test. */
@Isolated("it measures requests a second")
class VirtualThreadsSystemIT {
    @TempDir
    Path directory;

    /** A stopped server whose domain has a work manager for it. */
    private LiveServer configured() throws Exception {
        LiveServer server = LiveServer.create(directory);
        Path file = server.domain().resolve("domain.yaml");
        Files.writeString(file, Files.readString(file) + """

                work-managers:
                  light:
                    virtual-threads: true
                    max-threads-constraint: ten
                max-threads-constraints:
                  ten:
                    count: 10
                """);
        return server;
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void requestsRunOnVirtualThreadsUnderTheSameConstraints() throws Exception {
        WarFile load = WarFile.ofSources("load", directory.resolve("classes"))
                .text(
                        "WEB-INF/weblogic.xml",
                        "<weblogic-web-app><wl-dispatch-policy>light</wl-dispatch-policy></weblogic-web-app>");
        try (LiveServer server = configured()) {
            server.launch();
            server.awaitRunning();
            HttpResponse<String> answer = server.manage("PUT", "deployments/load", load.packed());
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);

            assertThat(server.get("/load/hold/").body()).contains("VirtualThread");
            server.get("/load/look");
            try (ClosedLoop clients = new ClosedLoop(server.address(), 40, "/load/hold/?millis=20")) {
                ClosedLoop.measure(Duration.ofSeconds(1), Duration.ofSeconds(2), clients);
                assertThat(clients.answers()).isPositive();
            }
            assertThat(server.get("/load/look").body()).isEqualTo("10");
        }
    }

    @Test
    @EnabledForJreRange(max = JRE.JAVA_20)
    void anOlderJdkRefusesTheConfigurationWithItsPlace() throws Exception {
        try (LiveServer server = configured()) {
            server.launch();

            assertThat(server.awaitExit()).isEqualTo(2);
            assertThat(server.output())
                    .containsPattern("domain\\.yaml:[0-9]+:[0-9]+")
                    .contains("virtual-threads", "21");
        }
    }
}
