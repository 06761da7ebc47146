package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Session beans of an application on two servers of a cluster, called by clients that have the thin jar and the interfaces. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class RemoteBeansSystemIT {
    private static final String[] TWO = {"server-1", "server-2"};

    @TempDir
    static Path directory;

    private static LiveDomain domain;

    @BeforeAll
    static void start() throws Exception {
        WarFile application = WarFile.ofSources("beans", directory.resolve("classes"));
        domain = LiveDomain.create(directory, 2);
        domain.launch(TWO);
        domain.awaitRunning(TWO);
        for (String server : TWO) {
            domain.deploy(server, "beans", application);
            user(server, "ada", "\"clerks\"");
            user(server, "bob", "");
        }
    }

    private static void user(String server, String name, String groups) throws Exception {
        byte[] user =
                ("{\"password\": \"a long password\", \"groups\": [" + groups + "]}").getBytes(StandardCharsets.UTF_8);
        HttpResponse<String> answer = domain.send(server, "PUT", "security/users/" + name, "application/json", user);
        assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 204);
    }

    @AfterAll
    static void stop() throws Exception {
        if (domain != null) {
            domain.close();
        }
    }

    private static Client client(String server, String user) throws Exception {
        String classPath = LiveServer.HOME.resolve("client/keelson-client.jar")
                + System.getProperty("path.separator")
                + directory.resolve("classes");
        Client client = Client.start(classPath, "beans.BeanClient", "keelson://" + domain.address(server), user);
        assertThat(client.line()).isEqualTo("ready");
        return client;
    }

    private static String pid(String server) {
        return String.valueOf(domain.process(server).pid());
    }

    @Test
    void beansAreCalledByTheirPortableNamesOnBehalfOfTheUser() throws Exception {
        try (Client ada = client("server-1", "ada");
                Client bob = client("server-1", "bob")) {
            assertThat(ada.ask("where")).endsWith(" ada");
            assertThat(ada.ask("ejb")).endsWith(" ada");
            assertThat(ada.ask("value")).isEqualTo("[Item[name=tea, count=2]] true");
            assertThat(ada.ask("secret")).isEqualTo("the secret, for ada");
            assertThat(bob.ask("secret")).startsWith("jakarta.ejb.EJBAccessException: ");
        }
    }

    @Test
    void failuresAreThoseOfTheSpecification() throws Exception {
        try (Client ada = client("server-1", "ada")) {
            assertThat(ada.ask("fail declared")).isEqualTo("beans.NotToday: come back tomorrow");
            assertThat(ada.ask("fail other")).startsWith("jakarta.ejb.EJBException: ");
            assertThat(ada.ask("later")).isEqualTo("laterlatertruetrue");
        }
    }

    @Test
    void homesGiveObjectsAndHandles() throws Exception {
        try (Client ada = client("server-1", "ada")) {
            assertThat(ada.ask("home 5")).isEqualTo("7 8 true false OldTallyHome 5 NoSuchObjectException");
            assertThat(ada.ask("home -1")).isEqualTo("jakarta.ejb.CreateException: below zero");
        }
    }

    @Test
    void entityObjectsTravelByTheirPrimaryKey() throws Exception {
        try (Client ada = client("server-1", "ada")) {
            assertThat(ada.ask("entity"))
                    .isEqualTo(
                            "Elm Street 7 Elm Street 7 true High Street 1, High Street 2, false NoSuchObjectException");
            assertThat(ada.ask("nowhere")).startsWith("jakarta.ejb.ObjectNotFoundException: ");
        }
    }

    @Test
    void aStatefulBeanStaysWhereItWasMade() throws Exception {
        try (Client ada = client("server-2", "ada")) {
            assertThat(ada.ask("tally")).isEqualTo(pid("server-2"));
            for (int i = 1; i <= 10; i++) {
                assertThat(ada.ask("add 1")).isEqualTo(String.valueOf(i));
            }
            assertThat(ada.ask("end")).isEqualTo("ended");
            assertThat(ada.ask("add 1")).startsWith("jakarta.ejb.NoSuchEJBException: ");

            String made = ada.ask("made");
            assertThat(made).isIn(pid("server-1"), pid("server-2"));
            assertThat(ada.ask("add 7")).isEqualTo("7");
            assertThat(ada.ask("through")).isEqualTo("107");
            assertThat(ada.ask("add 1")).isEqualTo("108");
        }
    }

    @Test
    void aStatelessBeanIsCalledAtTheMembersThatThereAre() throws Exception {
        TreeSet<String> both = new TreeSet<>(List.of(pid("server-1"), pid("server-2")));
        try (Client first = client("server-1", "ada")) {
            await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
                try (Client another = client("server-1", "ada")) {
                    assertThat(another.ask("spread")).isEqualTo(both.toString());
                }
            });
            assertThat(first.ask("where")).endsWith(" ada");
        }
    }
}
