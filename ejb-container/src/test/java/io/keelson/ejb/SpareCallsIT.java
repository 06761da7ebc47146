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

/** The objects that a call of a stateless bean by its no-interface view makes. What the compiler saves beside is not counted on. */
@Timeout(120)
class SpareCallsIT {
    /** The call itself and an empty array of arguments. */
    private static final long OF_CALL = 48;

    /** With an argument in the array, and the boxes of the argument and of the result. */
    private static final long WITH_NUMBERS = 104;

    @Test
    void aLocalCallMakesNoObjectButItselfAndItsArguments(@TempDir Path directory) throws Exception {
        Path war = new Archives().war(SpareServlet.class, SpareBean.class).write(directory.resolve("spare.war"));
        try (TestServer server = TestServer.start()) {
            server.service(Deployer.class).deploy("spare", war, null);
            HttpRequest request =
                    HttpRequest.newBuilder(server.uri("/spare/spare")).build();
            String[] bytes = HttpClient.newHttpClient()
                    .send(request, HttpResponse.BodyHandlers.ofString())
                    .body()
                    .split(" ");

            assertThat(Long.parseLong(bytes[0])).isBetween(0L, OF_CALL);
            assertThat(Long.parseLong(bytes[1])).isBetween(0L, WITH_NUMBERS);
        }
    }
}
