package io.keelson.ejb;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.deploy.Deployer;
import io.keelson.ejb.fixture.Archives;
import io.keelson.ejb.spare.SpareBean;
import io.keelson.ejb.spare.SpareServlet;
import io.keelson.testkit.TestServer;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The objects that a call of a stateless bean by its no-interface view makes. Run with the client compiler, which saves none of them. */
@Timeout(120)
class SpareCallsIT {
    @Test
    void aLocalCallThatIsMadeOftenMakesNoObject(@TempDir Path directory) throws Exception {
        Path war = new Archives().war(SpareServlet.class, SpareBean.class).write(directory.resolve("spare.war"));
        try (TestServer server = TestServer.start()) {
            server.service(Deployer.class).deploy("spare", war, null);
            HttpRequest request =
                    HttpRequest.newBuilder(server.uri("/spare/spare")).build();
            String[] bytes = HttpClient.newHttpClient()
                    .send(request, HttpResponse.BodyHandlers.ofString())
                    .body()
                    .split(" ");

            assertThat(bytes).as("bytes of a call without and with a number").containsExactly("0", "0");
        }
    }
}
