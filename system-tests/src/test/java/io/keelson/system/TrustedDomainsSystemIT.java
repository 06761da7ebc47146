package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two domains that trust each other, whose servers have the same name: transactions go from one to the other. */
@Timeout(180)
class TrustedDomainsSystemIT {
    private static final String SECRET = "trusted-domains: {OTHER: {secret: \"known to these two only\"}}\n";

    @TempDir
    Path parent;

    private Process database;
    private int port;

    @BeforeEach
    void startDatabase() throws Exception {
        port = FreePorts.next();
        database = DatabaseProcess.start(port, parent);
    }

    @AfterEach
    void stopDatabase() throws Exception {
        database.destroyForcibly().waitFor();
    }

    @Test
    void transactionsGoAlongToADomainThatIsTrusted() throws Exception {
        try (LiveServer shop = server("shop");
                LiveServer bank = server("bank")) {
            trust(shop, "bank");
            for (LiveServer each : new LiveServer[] {shop, bank}) {
                each.launch();
            }
            shop.awaitRunning();
            bank.awaitRunning();
            shop.deploy("members", WarFile.ofSources("members", parent.resolve("members")));
            bank.deploy("sales", WarFile.ofSources("sales", parent.resolve("sales")));
            for (String each : new String[] {"a", "b"}) {
                assertThat(sql(shop, each, "create table sales(name varchar(100) primary key)"))
                        .isEqualTo("done");
            }

            // The other domain does not trust this one yet: each has an outcome of its own, and the log says so.
            assertThat(call(shop, bank, "alone", "refused")).contains("IllegalStateException");
            assertThat(shop.output()).contains("KLS-110423");

            trust(bank, "shop");
            bank.kill();
            bank.restart();

            assertThat(call(shop, bank, "together", "")).isEqualTo("called");
            assertThat(sales(shop, "together")).isEqualTo("1 1");
            assertThat(call(shop, bank, "refused", "refused")).contains("RollbackException", "AdminServer@bank");
            assertThat(sales(shop, "refused")).isEqualTo("0 0");

            // It ends when all is decided, and nobody but itself has heard.
            assertThatThrownBy(() -> call(shop, bank, "halted", "halted")).isInstanceOf(IOException.class);
            shop.awaitExit();
            shop.restart();
            await().atMost(Duration.ofSeconds(60))
                    .untilAsserted(() -> assertThat(sales(shop, "halted")).isEqualTo("1 1"));
        }
    }

    private LiveServer server(String name) throws Exception {
        LiveServer server = LiveServer.create(Files.createDirectory(parent.resolve(name)));
        // Domains of the tests are copies of one; each gets a key of its own here.
        Files.delete(server.domain().resolve("security/domain-key"));
        Path configuration = server.domain().resolve("domain.yaml");
        String xa = ", user: sa, global-transactions-protocol: two-phase-commit}\n";
        Files.writeString(
                configuration,
                "name: " + name + "\n" + Files.readString(configuration).replaceFirst("(?m)^name:.*\n", "")
                        + "\ndata-sources:\n  a: {jndi-names: [jdbc/a], url: \"" + url("a") + "\"" + xa
                        + "  b: {jndi-names: [jdbc/b], url: \"" + url("b") + "\"" + xa);
        return server;
    }

    private String url(String name) {
        return "jdbc:h2:tcp://127.0.0.1:" + port + "/./" + name + ";DB_CLOSE_DELAY=-1";
    }

    private static void trust(LiveServer server, String other) throws IOException {
        server.configure(SECRET.replace("OTHER", other));
    }

    private static String call(LiveServer shop, LiveServer bank, String text, String how) throws Exception {
        String at = URLEncoder.encode("keelson://" + bank.address(), StandardCharsets.UTF_8);
        return said(shop.get("/members/do/call?text=" + text + "&how=" + how + "&at=" + at));
    }

    private static String sales(LiveServer shop, String text) throws Exception {
        String count = "select count(*) from sales where name = '" + text + "'";
        return sql(shop, "a", count) + " " + sql(shop, "b", count);
    }

    private static String sql(LiveServer shop, String source, String text) throws Exception {
        return said(shop.get(
                "/members/do/sql?source=jdbc/" + source + "&text=" + URLEncoder.encode(text, StandardCharsets.UTF_8)));
    }

    private static String said(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return answer.body().trim();
    }
}
