package io.keelson.parts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/**
 * One application with Weld, Hibernate, RESTEasy and a page, all of them parts of the server, in a real server: what
 * docs/adr/0002-layered-parts.md rests on. The comparison with a flat class path is {@link LayoutBenchmarkIT}.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class LayeredPartsSystemIT {
    private static final int AT_REST = 6;
    private static final int WARM_UP = 6;
    private static final long MIB = 1 << 20;

    @TempDir
    static Path directory;

    private static LiveServer server;
    private static Path shop;
    private static Path other;

    @BeforeAll
    static void startServer() throws Exception {
        shop = Home.shop("shop", false);
        other = Home.shop("other", true);
        // C1 alone keeps no profiles of methods: metaspace then holds classes, and those of the server no longer grow.
        // Whoever says how classes are shared gets no archive of ours: nobody would use it.
        server = LiveServer.start(
                Home.LAYERED.layOut(), directory, "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto");
        server.deploy("meter", Home.meter());
        server.deploy("shop", shop);
        server.deploy("other", other);
    }

    @AfterAll
    static void stopServer() throws Exception {
        if (server != null) {
            server.close();
        }
    }

    private static void use(String application) throws Exception {
        server.post("/" + application + "/api/purchases/Ada", "engine");
        server.post("/" + application + "/api/purchases/Ada", "abacus");
        assertThat(server.get("/" + application + "/api/purchases")).isEqualTo("Ada bought abacus\nAda bought engine");
        assertThat(server.get("/" + application + "/page.jsp").strip()).isEqualTo("1 4 9");
    }

    private static Map<String, String> whose(String application, String... classes) throws Exception {
        String query = String.join("&class=", classes);
        return lines(server.get("/" + application + "/whose?class=" + query));
    }

    private static Map<String, String> lines(String text) {
        return text.lines().map(line -> line.split("=", 2)).collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
    }

    @Test
    @Order(1)
    void applicationsUseThePartsOfTheServerAndTheirOwnLibrariesSideBySide() throws Exception {
        use("shop");
        use("other");
    }

    @Test
    @Order(2)
    void whatAnApplicationUsesIsThePartsOwnAndItsProxiesAreTheApplications() throws Exception {
        Map<String, String> whose = whose("shop", "org.hibernate.Session", "jakarta.persistence.EntityManager");

        assertThat(whose.get("application")).contains(" application-shop ");
        assertThat(whose.get("client-proxy")).contains("ClientProxy", " application-shop ");
        assertThat(whose.get("entity-proxy")).contains("HibernateProxy", " application-shop ");
        assertThat(whose.get("persistence")).contains(" keelson-part-jpa ", "/parts/jpa/hibernate-core-7.4.");
        assertThat(whose.get("org.hibernate.Session")).contains(" keelson-part-jpa ");
        assertThat(whose.get("jakarta.persistence.EntityManager")).contains("/lib/jakarta.persistence-api");
    }

    @Test
    @Order(2)
    void whatIsNotExportedIsNotThere() throws Exception {
        String[] hidden = {
            "org.hibernate.boot.internal.MetadataImpl",
            "org.jboss.weld.bootstrap.WeldBootstrap",
            "net.bytebuddy.ByteBuddy",
            "io.keelson.deploy.Deployer",
            "io.netty.channel.Channel"
        };

        assertThat(whose("shop", hidden))
                .containsAllEntriesOf(
                        java.util.Arrays.stream(hidden).collect(Collectors.toMap(name -> name, name -> "not there")));
    }

    @Test
    @Order(2)
    void anApplicationsOwnHibernateSuppressesTheServers() throws Exception {
        Map<String, String> whose = whose("other", "org.hibernate.Session", "jakarta.persistence.EntityManager");

        assertThat(whose.get("persistence")).contains(" application-other ", "/WEB-INF/lib/hibernate-core-7.1.0");
        assertThat(whose.get("entity-proxy")).contains("HibernateProxy", " application-other ");
        assertThat(whose.get("org.hibernate.Session")).contains(" application-other ");
        assertThat(whose.get("jakarta.persistence.EntityManager")).contains("/lib/jakarta.persistence-api");
        assertThat(whose.get("client-proxy")).contains(" application-other ");
    }

    @Test
    @Order(3)
    void redeploymentsLeaveOneLoaderAndFlatMemory() throws Exception {
        leaveNothing(5);
    }

    @Test
    @Order(3)
    @Tag("soak")
    void fiftyRedeploymentsLeaveOneLoaderAndFlatMemory() throws Exception {
        leaveNothing(50);
    }

    private static void leaveNothing(int redeployments) throws Exception {
        redeploy(WARM_UP);
        Usage before = Usage.settled();
        long begin = System.nanoTime();
        redeploy(redeployments);
        Duration each = Duration.ofNanos(System.nanoTime() - begin).dividedBy(redeployments);
        Usage after = Usage.settled();

        System.out.printf("%d redeployments, %d ms each: %s -> %s%n", redeployments, each.toMillis(), before, after);
        assertThat(after.classes()).isLessThan(before.classes() + 200);
        assertThat(after.metaspace()).isLessThan(before.metaspace() + 2 * MIB);
        assertThat(after.heap()).isLessThan(before.heap() + 4 * MIB);
    }

    @Test
    @Order(4)
    @Tag("soak")
    void redeploymentsOfAnApplicationWithItsOwnHibernateLeaveOneLoader() throws Exception {
        for (int i = 0; i < 2; i++) {
            server.deploy("other", other);
            use("other");
        }

        Usage.settled();
    }

    private static void redeploy(int times) throws Exception {
        for (int i = 0; i < times; i++) {
            server.deploy("shop", shop);
            use("shop");
        }
    }

    private record Usage(long heap, long metaspace, long classes) {
        /**
         * After all loaders but those of the three running applications are gone. Weak references to a loader are cleared
         * before objects with a finalizer let go of its classes, so the number of classes must have come to rest as well.
         */
        static Usage settled() {
            Deque<Usage> last = new ArrayDeque<>();
            await().atMost(Duration.ofSeconds(60))
                    .pollInterval(Duration.ofMillis(300))
                    .until(() -> {
                        Map<String, String> now = now();
                        last.addLast(new Usage(figure(now, "heap"), figure(now, "metaspace"), figure(now, "classes")));
                        if (last.size() > AT_REST) {
                            last.removeFirst();
                        }
                        return now.get("loaders").equals("3")
                                && last.size() == AT_REST
                                && last.stream()
                                                .mapToLong(Usage::classes)
                                                .distinct()
                                                .count()
                                        == 1;
                    });
            return last.getLast();
        }

        private static long figure(Map<String, String> lines, String name) {
            return Long.parseLong(lines.get(name));
        }

        private static Map<String, String> now() throws Exception {
            return lines(server.get("/meter/"));
        }
    }
}
