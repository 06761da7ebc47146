package io.keelson.ee.mail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import io.keelson.deploy.Deployer;
import io.keelson.ee.mail.post.Post;
import io.keelson.kernel.naming.Naming;
import io.keelson.testkit.TestArchive;
import io.keelson.testkit.TestServer;
import java.lang.ref.WeakReference;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An application that sends and reads mail on a whole server, with GreenMail as the mail server. */
@Timeout(300)
class MailIT {
    private static final String DESCRIPTOR = "<web-app xmlns=\"https://jakarta.ee/xml/ns/jakartaee\" version=\"6.1\">"
            + "<resource-ref><res-ref-name>mail/reference</res-ref-name><res-type>jakarta.mail.Session</res-type>"
            + "<lookup-name>java:module/mail/other</lookup-name></resource-ref>"
            + "<mail-session><name>java:module/mail/other</name><host>mail.example.org</host>%s</mail-session></web-app>";

    private static final String DOMAIN = """
            servers:
              AdminServer:
                listen-port: 0
            mail-sessions:
              shop:
                host: 127.0.0.1
                user: ada
                password: secret
                from: shop@example.org
                properties: {mail.smtp.port: "%d", mail.smtp.timeout: "10000"}
              other:
                jndi-names: [post/office]
            """;

    @TempDir
    static Path directory;

    private static TestServer server;
    private static GreenMail mail;
    private final HttpClient client = HttpClient.newHttpClient();

    @BeforeAll
    static void startServers() throws Exception {
        mail = new GreenMail(new ServerSetup[] {ServerSetup.SMTP.dynamicPort(), ServerSetup.IMAP.dynamicPort()});
        mail.start();
        mail.setUser("ada@example.org", "ada", "secret");
        mail.setUser("grace@example.org", "grace", "other");
        server = TestServer.builder()
                .yaml(String.format(DOMAIN, mail.getSmtp().getPort()))
                .start();
    }

    @AfterAll
    static void stopServers() {
        if (server != null) {
            server.close();
        }
        if (mail != null) {
            mail.stop();
        }
    }

    @AfterEach
    void undeploy() throws Exception {
        for (var deployed : server.service(Deployer.class).applications()) {
            server.service(Deployer.class).undeploy(deployed.name());
        }
    }

    private static void deploy(String rest) throws Exception {
        TestArchive war =
                new TestArchive().classes(Post.class).text("WEB-INF/web.xml", String.format(DESCRIPTOR, rest));
        server.service(Deployer.class).deploy("post", war.write(directory.resolve("post.war")), null);
    }

    private String get(String what, int port) throws Exception {
        return client.send(
                        HttpRequest.newBuilder(server.uri("/post/post?what=" + what + "&port=" + port))
                                .build(),
                        BodyHandlers.ofString())
                .body();
    }

    @Test
    void messagesWithPartsAreSentAndRead() throws Exception {
        deploy("");

        assertThat(get("send", mail.getSmtp().getPort())).isEqualTo("ada@example.org");
        assertThat(mail.waitForIncomingEmail(30_000, 1)).isTrue();
        assertThat(mail.getReceivedMessages()[0].getSubject()).isEqualTo("news");

        // The sender's own mail box: a copy for the store of the session's user.
        mail.getUserManager().getUser("ada").deliver(mail.getReceivedMessages()[0]);
        assertThat(get("read", mail.getImap().getPort())).isEqualTo("news: two parts, a,b");
    }

    @Test
    void theDomainHasSessions() throws Exception {
        deploy("");
        int before = mail.getReceivedMessages().length;

        assertThat(get("domain", 0)).isEqualTo("shop@example.org 127.0.0.1 true false");
        assertThat(mail.waitForIncomingEmail(30_000, before + 1)).isTrue();
        assertThat(server.service(Naming.class).context().lookup("post/office")).isNotNull();
    }

    @Test
    void descriptorsDefineSessionsAndReferTo() throws Exception {
        deploy("");

        assertThat(get("reference", 0)).isEqualTo("mail.example.org true");
    }

    @Test
    void aPasswordWithoutUserIsRefused() {
        assertThatThrownBy(() -> deploy("<password>x</password>"))
                .hasMessageContaining("web.xml:1")
                .hasMessageContaining("has a password and no user");
    }

    @Test
    void redeploymentsLeaveNoLoader() throws Exception {
        List<WeakReference<?>> loaders = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            deploy("");
            assertThat(get("send", mail.getSmtp().getPort())).isEqualTo("ada@example.org");
            get("remember", 0);
            loaders.add((WeakReference<?>) System.getProperties().remove("keelson.test.loader"));
        }
        server.service(Deployer.class).undeploy("post");
        await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
            System.gc();
            assertThat(loaders.stream().map(WeakReference::get).filter(Objects::nonNull))
                    .isEmpty();
        });
    }
}
