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

    private String answer(String descriptor) throws Exception {
        try (TestServer server = TestServer.start()) {
            Archives war = new Archives()
                    .war(
                            Alarm.class,
                            Held.class,
                            Only.class,
                            OnlyToo.class,
                            OperationsServlet.class,
                            Pooled.class,
                            PooledToo.class,
                            Tried.class);
            war.text("WEB-INF/ejb-jar.xml", descriptor);
            server.service(Deployer.class).deploy("operations", war.write(directory.resolve("operations.war")), null);
            return HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(server.uri("/operations/operations"))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString())
                    .body();
        }
    }

    private static String callback(String bean, String attribute) {
        return "<container-transaction><method><ejb-name>" + bean + "</ejb-name>"
                + "<method-intf>LifecycleCallback</method-intf><method-name>made</method-name></method><trans-attribute>"
                + attribute + "</trans-attribute></container-transaction>";
    }

    @Test
    void theDescriptorGivesAttributesToCallbacks() throws Exception {
        String answer =
                answer("<ejb-jar xmlns=\"https://jakarta.ee/xml/ns/jakartaee\" version=\"4.0\"><assembly-descriptor>"
                        + callback("Only", "NotSupported") + callback("Held", "RequiresNew")
                        + "</assembly-descriptor></ejb-jar>");

        assertThat(answer.lines())
                .contains("singleton 2 made: service timers timer handle", "stateful 2 made: caller role rollback");
    }

    @Test
    void eachPhaseAllowsWhatTheTablesSay() throws Exception {
        String nothing = "<ejb-jar xmlns=\"https://jakarta.ee/xml/ns/jakartaee\" version=\"4.0\"/>";
        assertThat(answer(nothing)).isEqualTo("""
                singleton 1 injection:
                singleton 2 made: rollback service timers timer handle
                singleton 3 call: caller role rollback service timers timer handle
                singleton-own 1 injection:
                singleton-own 2 made: user service timers timer handle
                singleton-own 3 call: caller role user service timers timer handle
                stateful 1 injection:
                stateful 2 made: caller role
                stateful 3 call: caller role rollback timer handle
                stateful 4 begun: caller role rollback timer handle
                stateful 5 completing: caller role rollback timer handle
                stateful 6 completed: caller role
                stateless 1 injection:
                stateless 2 made: service
                stateless 3 call: caller role rollback service timers timer handle
                stateless-own 1 injection:
                stateless-own 2 made: user service
                stateless-own 3 call: caller role user service timers timer handle
                """);
    }
}
