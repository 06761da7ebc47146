package io.keelson.ejb;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.deploy.Deployer;
import io.keelson.ejb.fixture.Archives;
import io.keelson.ejb.operations.Alarm;
import io.keelson.ejb.operations.Held;
import io.keelson.ejb.operations.Only;
import io.keelson.ejb.operations.OnlyToo;
import io.keelson.ejb.operations.OperationsServlet;
import io.keelson.ejb.operations.Pooled;
import io.keelson.ejb.operations.PooledToo;
import io.keelson.ejb.operations.Tried;
import io.keelson.testkit.TestServer;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The operations that the tables of Enterprise Beans 4.0 Core, 4.6.2, 4.7.2 and 4.8.6, allow to session beans. */
class OperationsIT {
    @TempDir
    Path directory;

    @Test
    void eachPhaseAllowsWhatTheTablesSay() throws Exception {
        try (TestServer server = TestServer.start()) {
            Path war = new Archives()
                    .war(
                            Alarm.class,
                            Held.class,
                            Only.class,
                            OnlyToo.class,
                            OperationsServlet.class,
                            Pooled.class,
                            PooledToo.class,
                            Tried.class)
                    .write(directory.resolve("operations.war"));
            server.service(Deployer.class).deploy("operations", war, null);
            HttpResponse<String> answer = HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(server.uri("/operations/operations"))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString());

            assertThat(answer.body()).isEqualTo("""
                    singleton 1 injection:
                    singleton 2 made: rollback service timers timer
                    singleton 3 call: caller role rollback service timers timer
                    singleton-own 1 injection:
                    singleton-own 2 made: user service timers timer
                    singleton-own 3 call: caller role user service timers timer
                    stateful 1 injection:
                    stateful 2 made: caller role
                    stateful 3 call: caller role rollback timer
                    stateful 4 begun: caller role rollback timer
                    stateful 5 completing: caller role rollback timer
                    stateful 6 completed: caller role
                    stateless 1 injection:
                    stateless 2 made: service
                    stateless 3 call: caller role rollback service timers timer
                    stateless-own 1 injection:
                    stateless-own 2 made: user service
                    stateless-own 3 call: caller role user service timers timer
                    """);
        }
    }
}
