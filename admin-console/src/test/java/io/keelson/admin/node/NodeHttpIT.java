package io.keelson.admin.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.admin.domain.DomainDirectory;
import io.keelson.base.time.Ticker;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests what the node manager says over HTTP. */
@Timeout(120)
class NodeHttpIT {
    private static final int TIMES = 200;

    private final HttpClient client = HttpClient.newHttpClient();

    @TempDir
    Path directory;

    /** The end closes all connections, also that of who has ordered it. */
    @Test
    void whoOrdersTheEndIsAnsweredFirst() throws Exception {
        DomainDirectory domain = DomainDirectory.create(directory.resolve("domain"));
        NodeManager manager = new NodeManager(
                domain,
                new FakeProcesses(),
                server -> {
                    throw new IllegalStateException("nothing is started here: " + server);
                },
                Ticker.system());
        for (int i = 0; i < TIMES; i++) {
            CountDownLatch ended = new CountDownLatch(1);
            AtomicReference<NodeHttp> there = new AtomicReference<>();
            NodeHttp http = new NodeHttp(domain, manager, 0, "1", () -> {
                there.get().close();
                ended.countDown();
            });
            there.set(http);
            http.start();
            HttpRequest request = HttpRequest.newBuilder(
                            URI.create(http.endpoint().url() + NodeHttp.PREFIX + "/shutdown"))
                    .header("Authorization", domain.token().authorization())
                    .POST(HttpRequest.BodyPublishers.noBody())
                    .build();
            HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(202);
            assertThat(ended.await(60, TimeUnit.SECONDS)).isTrue();
        }
    }
}
