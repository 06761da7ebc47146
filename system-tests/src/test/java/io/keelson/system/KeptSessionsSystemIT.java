package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server is killed (SIGKILL): what its clients were told is in their sessions after the next start. */
class KeptSessionsSystemIT {
    private static final int SESSIONS = 20;

    @TempDir
    Path directory;

    @Test
    void acknowledgedUpdatesOutliveTheProcess() throws Exception {
        WarFile kept = WarFile.ofSources("kept", directory.resolve("classes"));
        try (LiveServer server = LiveServer.create(directory)) {
            // H2 within the server writes half a second later unless it is told not to.
            server.configure("\ndata-sources:\n  kept:\n    url: jdbc:h2:file:" + directory.resolve("rows")
                    + ";WRITE_DELAY=0\n");
            server.launch();
            server.awaitRunning();
            server.deploy("files", with(kept, "<persistent-store-type>file</persistent-store-type>"));
            server.deploy(
                    "rows",
                    with(
                            kept,
                            "<persistent-store-type>jdbc</persistent-store-type>"
                                    + "<persistent-data-source-jndi-name>kept</persistent-data-source-jndi-name>"));
            server.deploy("memory", with(kept, ""));
            List<String> files = begin(server, "files");
            List<String> rows = begin(server, "rows");
            List<String> memory = begin(server, "memory");
            server.kill();
            server.restart();
            for (int i = 0; i < SESSIONS; i++) {
                assertThat(visit(server, "files", files.get(i)).body()).isEqualTo("visits: " + (3 + i % 3));
                assertThat(visit(server, "rows", rows.get(i)).body()).isEqualTo("visits: " + (3 + i % 3));
            }
            assertThat(visit(server, "memory", memory.get(0)).body())
                    .as("what the others would be without a store")
                    .isEqualTo("visits: 1");
            HttpResponse<String> sessions = server.manage("GET", "server/runtime/sessions");
            assertThat(sessions.statusCode()).isEqualTo(200);
            assertThat(sessions.body())
                    .contains("\"store-type\":\"file\"", "\"store-type\":\"jdbc\"", "\"in-memory\":" + SESSIONS);
        }
    }

    private static WarFile with(WarFile war, String session) {
        return war.copy()
                .text(
                        "WEB-INF/weblogic.xml",
                        "<weblogic-web-app><session-descriptor>" + session
                                + "</session-descriptor></weblogic-web-app>");
    }

    /** Sessions with two visits or more; returns their cookies. */
    private static List<String> begin(LiveServer server, String application) throws Exception {
        List<String> cookies = new ArrayList<>();
        for (int i = 0; i < SESSIONS; i++) {
            String field = visit(server, application, "none=")
                    .headers()
                    .firstValue("Set-Cookie")
                    .orElseThrow();
            String cookie = field.substring(0, field.indexOf(';'));
            for (int more = 0; more <= i % 3; more++) {
                assertThat(visit(server, application, cookie).body()).isEqualTo("visits: " + (2 + more));
            }
            cookies.add(cookie);
        }
        return cookies;
    }

    private static HttpResponse<String> visit(LiveServer server, String application, String cookie) throws Exception {
        HttpResponse<String> response = server.get("/" + application + "/visit", "Cookie", cookie);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return response;
    }
}
