package io.keelson.ejb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keelson.deploy.Deployer;
import io.keelson.ejb.fixture.Archives;
import io.keelson.ejb.renew.Basket;
import io.keelson.ejb.renew.Clock;
import io.keelson.ejb.renew.Item;
import io.keelson.ejb.renew.RenewServlet;
import io.keelson.ejb.renew.Store;
import io.keelson.testkit.TestServer;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.ref.WeakReference;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.Objects;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An EAR with beans, timers and a persistence unit that is deployed again and again: no loader of it stays. */
@Timeout(900)
class RedeploymentIT {
    private static final String LOADERS = "keelson.test.loaders";

    private static final int WARM_UP = 4;
    private static final int TIMES = 11;
    /** As many as show slower leaks. */
    private static final int MANY = Integer.getInteger("keelson.test.redeployments", 200);
    /** Classes that the server and its libraries may load later on for each of them: fewer than the application brings. */
    private static final int CLASSES_EACH = 13;

    @TempDir
    Path directory;

    private final Collection<WeakReference<ClassLoader>> loaders = new ConcurrentLinkedQueue<>();
    private TestServer server;

    @BeforeEach
    void startServer() throws Exception {
        System.getProperties().put(LOADERS, loaders);
        server = TestServer.start();
    }

    @AfterEach
    void stopServer() {
        System.getProperties().remove(LOADERS);
        server.close();
    }

    private Path ear() throws Exception {
        return new Archives()
                .archive(
                        "beans.jar",
                        new Archives()
                                .classes("", Store.class, Basket.class, Clock.class, Item.class)
                                .text("META-INF/persistence.xml", """
                                    <persistence xmlns="https://jakarta.ee/xml/ns/persistence" version="3.2">
                                      <persistence-unit name="items">
                                        <properties>
                                          <property name="jakarta.persistence.schema-generation.database.action"
                                              value="drop-and-create"/>
                                        </properties>
                                      </persistence-unit>
                                    </persistence>
                                    """))
                .archive("renew.war", new Archives().war(RenewServlet.class))
                .write(directory.resolve("renew.ear"));
    }

    private void use() throws Exception {
        HttpResponse<String> answer = HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(server.uri("/renew/use")).build(), HttpResponse.BodyHandlers.ofString());
        assertThat(answer.body()).isEqualTo("true true 1");
    }

    private long alive() {
        System.gc();
        return loaders.stream().map(WeakReference::get).filter(Objects::nonNull).count();
    }

    private static long classes() {
        return ManagementFactory.getClassLoadingMXBean().getLoadedClassCount();
    }

    private static long metaspaceKiB() {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getName().equals("Metaspace"))
                .mapToLong((MemoryPoolMXBean pool) -> pool.getUsage().getUsed() / 1024)
                .sum();
    }

    @Test
    void nothingOfAVersionStaysInMemory() throws Exception {
        redeploy(WARM_UP, TIMES);
    }

    @Test
    @Tag("soak")
    void norOfManyVersions() throws Exception {
        redeploy(2 * WARM_UP, MANY);
    }

    private void redeploy(int warmUp, int times) throws Exception {
        Deployer deployer = server.service(Deployer.class);
        Path ear = ear();
        long before = 0;
        for (int i = 0; i < times; i++) {
            deployer.deploy("renew", ear, null);
            use();
            deployer.undeploy("renew");
            if (i == warmUp) {
                await().atMost(Duration.ofSeconds(60)).until(() -> alive() == 0);
                before = classes();
                System.out.println("after " + warmUp + " redeployments: " + before + " classes, metaspace "
                        + metaspaceKiB() + " KiB");
            }
        }

        assertThat(loaders).hasSize(times);
        await().atMost(Duration.ofSeconds(60)).until(() -> alive() == 0);
        System.out.println(
                "after " + times + " redeployments: " + classes() + " classes, metaspace " + metaspaceKiB() + " KiB");
        assertThat(classes()).isLessThan(before + (long) CLASSES_EACH * (times - warmUp));
    }
}
