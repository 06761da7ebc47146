package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests what is answered to somebody who deploys what cannot be deployed, on a real server. */
class RefusedDeploymentsSystemIT {
    @TempDir
    static Path directory;

    private static LiveServer server;

    @BeforeAll
    static void start() throws Exception {
        server = LiveServer.start(directory);
    }

    @AfterAll
    static void stop() throws Exception {
        server.close();
    }

    private static HttpResponse<String> put(String path, WarFile war) throws Exception {
        return server.manage("PUT", "deployments/" + path, war.packed());
    }

    @Test
    void aContextRootBelowTheManagementInterfaceIsRefused() throws Exception {
        HttpResponse<String> answer = put("hidden?context-root=/management/shop", new WarFile().text("a.txt", "a"));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(422);
        assertThat(answer.body()).contains("context root /management/shop", "admin channel");
        assertThat(put("seen?context-root=/managements", new WarFile().text("a.txt", "a"))
                        .statusCode())
                .isEqualTo(201);
    }

    @Test
    void aClassFileThatIsCutOffIsNamed() throws Exception {
        byte[] whole;
        String file = RefusedDeploymentsSystemIT.class.getName().replace('.', '/') + ".class";
        try (var in = RefusedDeploymentsSystemIT.class.getClassLoader().getResourceAsStream(file)) {
            whole = in.readAllBytes();
        }
        WarFile war = new WarFile().bytes("WEB-INF/classes/a/Cut.class", Arrays.copyOf(whole, whole.length / 2));
        HttpResponse<String> answer = put("cut", war);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(422);
        assertThat(answer.body()).contains("class file a/Cut.class ends before its end");
    }

    @Test
    void aMissingClassIsNamedOnceAndWhatWasNeverDeployedIsCreatedAtTheNextAttempt() throws Exception {
        WarFile broken = new WarFile()
                .text(
                        "WEB-INF/web.xml",
                        "<web-app xmlns='https://jakarta.ee/xml/ns/jakartaee' version='6.0'><listener>"
                                + "<listener-class>a.Missing</listener-class></listener></web-app>");
        HttpResponse<String> answer = put("late", broken);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(422);
        assertThat(answer.body())
                .contains("the listener a.Missing (WEB-INF/web.xml:1:78) failed: the class a.Missing is missing");
        assertThat(server.manage("GET", "deployments/late").body()).contains("\"FAILED\"", "\"deployed\":null");
        WarFile repaired = new WarFile().bytes("a.txt", "a".getBytes(StandardCharsets.UTF_8));
        assertThat(put("late", repaired).statusCode()).isEqualTo(201);
        assertThat(put("late", repaired).statusCode()).isEqualTo(200);
    }

    @Test
    void aContextRootThatIsNoneIsABadRequest() throws Exception {
        assertThat(put("semicolon?context-root=/a;b", new WarFile().text("a.txt", "a"))
                        .statusCode())
                .isEqualTo(400);
    }
}
