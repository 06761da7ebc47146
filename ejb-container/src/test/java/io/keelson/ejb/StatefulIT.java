package io.keelson.ejb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keelson.deploy.Deployer;
import io.keelson.ejb.fixture.Archives;
import io.keelson.ejb.stateful.Clerk;
import io.keelson.ejb.stateful.Desk;
import io.keelson.ejb.stateful.Drawer;
import io.keelson.ejb.stateful.Label;
import io.keelson.ejb.stateful.Note;
import io.keelson.ejb.stateful.OwnDesk;
import io.keelson.ejb.stateful.Shelf;
import io.keelson.ejb.stateful.StatefulServlet;
import io.keelson.testkit.TestServer;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Stateful beans that go to disk, and extended persistence contexts, on a server in the test's JVM. */
class StatefulIT {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    @TempDir
    Path directory;

    private static TestServer server;

    private boolean deployed;

    @BeforeAll
    static void startServer() throws Exception {
        server = TestServer.start();
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    @AfterEach
    void undeploy() throws Exception {
        if (deployed) {
            deployed = false;
            server.service(Deployer.class).undeploy("state");
        }
    }

    private void deploy(String cache) throws Exception {
        Archives war = new Archives()
                .war(
                        StatefulServlet.class,
                        Shelf.class,
                        Label.class,
                        Note.class,
                        Drawer.class,
                        Desk.class,
                        OwnDesk.class,
                        Clerk.class)
                .text("WEB-INF/classes/META-INF/persistence.xml", """
                    <persistence xmlns="https://jakarta.ee/xml/ns/persistence" version="3.2">
                      <persistence-unit name="notes">
                        <properties>
                          <property name="jakarta.persistence.schema-generation.database.action" value="drop-and-create"/>
                        </properties>
                      </persistence-unit>
                    </persistence>
                    """)
                .text("WEB-INF/weblogic-ejb-jar.xml", """
                    <weblogic-ejb-jar xmlns="http://xmlns.oracle.com/weblogic/weblogic-ejb-jar">
                      <weblogic-enterprise-bean>
                        <ejb-name>Shelf</ejb-name>
                        <stateful-session-descriptor>
                          <stateful-session-cache>%s</stateful-session-cache>
                        </stateful-session-descriptor>
                      </weblogic-enterprise-bean>
                    </weblogic-ejb-jar>
                    """.formatted(cache));
        server.service(Deployer.class).deploy("state", war.write(directory.resolve("state.war")), null);
        deployed = true;
    }

    private String call(String what) throws Exception {
        HttpResponse<String> response = CLIENT.send(
                HttpRequest.newBuilder(server.uri("/state/call/" + what)).build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return response.body();
    }

    private Path passivated() {
        return server.identity().directory().resolve("passivated");
    }

    private List<Path> files() throws IOException {
        if (!Files.isDirectory(passivated())) {
            return List.of();
        }
        try (Stream<Path> all = Files.walk(passivated())) {
            return all.filter(Files::isRegularFile).toList();
        }
    }

    @Test
    void theBeanThatWasUsedLeastGoesToDiskAndComesBackWithItsStateAndItsBeans() throws Exception {
        deploy("<max-beans-in-cache>1</max-beans-in-cache>");
        call("add/a/apple");
        call("label/a/fruit");
        assertThat(files()).isEmpty();

        call("add/b/bread");
        assertThat(files()).hasSize(1);
        assertThat(call("events")).isEqualTo("[to disk [apple]]");

        assertThat(call("content/a")).isEqualTo("[apple] fruit 0");
        assertThat(call("events")).isEqualTo("[from disk [apple], to disk [bread]]");
        assertThat(files()).hasSize(1);

        call("remove/b");
        assertThat(call("events")).startsWith("[from disk [bread]").endsWith("ended [bread]]");
        undeploy();
        assertThat(passivated().resolve("state")).doesNotExist();
    }

    @Test
    void anIdleBeanGoesToDiskAndEndsThereWhenItsTimeIsOver() throws Exception {
        deploy("<idle-timeout-seconds>1</idle-timeout-seconds><session-timeout-seconds>4</session-timeout-seconds>");
        call("add/a/apple");
        await().until(() -> call("seen").equals("[to disk [apple]]"));
        await().until(() -> files().isEmpty());
        assertThat(call("content/a")).startsWith("NoSuchEJBException: ");
        assertThat(call("events")).isEqualTo("[to disk [apple]]");
    }

    @Test
    void aDamagedFileEndsItsBeanAlone() throws Exception {
        deploy("<max-beans-in-cache>1</max-beans-in-cache>");
        call("add/a/apple");
        call("add/b/bread");
        Path file = files().get(0);
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length - 1] ^= 1;
        Files.write(file, bytes);

        assertThat(call("content/a")).startsWith("NoSuchEJBException: KLS-150022: ");
        assertThat(call("content/b")).isEqualTo("[bread] none 1");
        assertThat(call("content/a")).startsWith("NoSuchEJBException: ").doesNotContain("KLS");
        assertThat(files()).isEmpty();
    }

    @Test
    void aDiskThatTakesNothingLeavesTheBeansInMemory() throws Exception {
        Files.deleteIfExists(passivated()); // of the tests before
        Files.writeString(passivated(), "no directory can be made here");
        try {
            deploy("<max-beans-in-cache>1</max-beans-in-cache>");
            call("add/a/apple");
            call("add/b/bread");

            assertThat(call("events")).isEqualTo("[to disk [apple], from disk [apple]]");
            assertThat(call("content/a")).isEqualTo("[apple] none 1");
            assertThat(call("content/b")).isEqualTo("[bread] none 1");
        } finally {
            Files.delete(passivated());
        }
    }

    @Test
    void whatCannotBeWrittenStaysAndAFailedCallbackEndsTheBean() throws Exception {
        deploy("<max-beans-in-cache>1</max-beans-in-cache>");
        call("add/a/apple");
        call("hold/a");
        call("add/mine/mine");
        call("add/b/bread");
        assertThat(call("content/a")).isEqualTo("[apple] none 1 more");
        assertThat(call("content/mine")).startsWith("NoSuchEJBException: ");
        assertThat(call("content/b")).isEqualTo("[bread] none 1");
        assertThat(files()).isEmpty();
    }

    @Test
    void anExtendedContextLivesWithItsBeanAndJoinsItsTransactions() throws Exception {
        deploy("");
        assertThat(call("conversation/n1"))
                .isEqualTo("none, managed true joined true clerk true, first, first, managed true joined true clerk"
                        + " true, second");
    }

    @Test
    void aBeanThatIsCreatedByInjectionOrLookupInheritsTheContext() throws Exception {
        deploy("");
        assertThat(call("shared/n2")).isEqualTo("true true true true");
        assertThat(call("inherited/n3")).isEqualTo("first true");
    }

    @Test
    void aTransactionWithAnotherContextRefusesTheBean() throws Exception {
        deploy("");
        assertThat(call("conflict/n4"))
                .startsWith("EJBTransactionRolledbackException: Clerk.conflict failed")
                .contains("jakarta.ejb.EJBException: the transaction already has a persistence context")
                .endsWith("then 1");
        assertThat(call("text/n4")).as("the bean goes on").isEqualTo("first");
    }

    @Test
    void aTransactionThatTheBeanBeginsIsJoined() throws Exception {
        deploy("");
        assertThat(call("own/n5")).isEqualTo("mine");
    }

    /** The status of the bean's transaction within the call and after it, then what the database has. */
    @Test
    void aBeanThatEndsInATransactionOfItsOwnLeavesNothingOpen() throws Exception {
        deploy("");
        assertThat(call("left/n6")).matches("0 [46] none");
    }
}
