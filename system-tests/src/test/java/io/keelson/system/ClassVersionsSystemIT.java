package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two members of a cluster have two versions of the class of a session's attribute, as in the middle of a rolling redeployment. */
class ClassVersionsSystemIT {
    private static final int SESSIONS = 5;

    @TempDir
    private Path parent;

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    @Test
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    void whatCannotBeReadIsLeftOutAndNothingElseBreaks() throws Exception {
        try (LiveDomain domain = LiveDomain.create(parent, 2)) {
            domain.launch("server-1", "server-2");
            domain.awaitRunning("server-1", "server-2");
            domain.deploy("server-1", "cart", war(1));
            domain.deploy("server-2", "cart", war(2));

            List<String> cookies = new ArrayList<>();
            for (int i = 0; i < SESSIONS; i++) {
                HttpResponse<String> first = visit(domain, "server-1", "none=", "?put=1");
                assertThat(first.body()).isEqualTo("visits: 1, cart: 1 goods");
                String field = first.headers().firstValue("Set-Cookie").orElseThrow();
                cookies.add(field.substring(0, field.indexOf(';')));
            }
            for (String cookie : cookies) {
                assertThat(visit(domain, "server-2", cookie, "").body()).isEqualTo("visits: 2, cart: none");
            }
            assertThat(domain.output("server-2").split("KLS-101062", -1))
                    .as("said once")
                    .hasSize(2);
            assertThat(domain.output("server-2")).contains("cart").contains("versions.Cart");

            // Nobody has set it there: the first version has it still.
            assertThat(visit(domain, "server-1", cookies.get(0), "").body()).isEqualTo("visits: 3, cart: 1 goods");
            assertThat(visit(domain, "server-2", cookies.get(1), "?put=1").body())
                    .isEqualTo("visits: 3, cart: 3 goods");
            assertThat(visit(domain, "server-1", cookies.get(1), "").body()).isEqualTo("visits: 4, cart: none");

            // The copies are on the other one each: it goes on where that is not there any more.
            domain.signal("server-1", "KILL");
            for (int i = 2; i < SESSIONS; i++) {
                assertThat(visit(domain, "server-2", cookies.get(i), "").body()).isEqualTo("visits: 3, cart: none");
            }
            assertThat(visit(domain, "server-2", cookies.get(1), "").body()).isEqualTo("visits: 5, cart: 3 goods");
        }
    }

    private WarFile war(int version) throws Exception {
        return WarFile.ofSources("cart-" + version, parent.resolve("classes-" + version))
                .text(
                        "WEB-INF/weblogic.xml",
                        "<weblogic-web-app><session-descriptor><persistent-store-type>replicated</persistent-store-type>"
                                + "</session-descriptor></weblogic-web-app>");
    }

    /** Returns an answer; where a server has just gone the other one may ask to come again. */
    private HttpResponse<String> visit(LiveDomain domain, String server, String cookie, String query) {
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create("http://" + domain.address(server) + "/cart/visit" + query))
                .header("Cookie", cookie)
                .build();
        HttpResponse<String> response = await().atMost(30, TimeUnit.SECONDS)
                .until(
                        () -> http.send(request, HttpResponse.BodyHandlers.ofString()),
                        answer -> answer.statusCode() != 503);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return response;
    }
}
