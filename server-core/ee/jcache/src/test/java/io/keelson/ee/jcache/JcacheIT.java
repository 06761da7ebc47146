package io.keelson.ee.jcache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keelson.cache.Caches;
import io.keelson.deploy.Deployer;
import io.keelson.ee.jcache.shelf.Book;
import io.keelson.ee.jcache.shelf.Librarian;
import io.keelson.ee.jcache.shelf.Shelf;
import io.keelson.ee.jcache.shelf.Watch;
import io.keelson.testkit.TestArchive;
import io.keelson.testkit.TestServer;
import java.lang.ref.WeakReference;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An application with JCache on a whole server, with the part cdi beside it and the domain's caches in maps. */
@Timeout(300)
class JcacheIT {
    @TempDir
    static Path directory;

    private static TestServer server;
    private final HttpClient client = HttpClient.newHttpClient();

    @BeforeAll
    static void startServer() throws Exception {
        server = TestServer.builder().yaml("""
                        name: test
                        servers:
                          AdminServer:
                            listen-port: 0
                        caches:
                          demo:
                            mode: local
                            values: text
                          books:
                            mode: local
                            values: objects
                        """).start();
    }

    @AfterAll
    static void stopServer() {
        if (server != null) {
            server.close();
        }
    }

    @AfterEach
    void undeploy() throws Exception {
        for (var deployed : server.service(Deployer.class).applications()) {
            server.service(Deployer.class).undeploy(deployed.name());
        }
    }

    private static TestArchive shelf() {
        return new TestArchive()
                .classes(Shelf.class, Book.class, Watch.class, Librarian.class)
                .text("WEB-INF/beans.xml", "<beans bean-discovery-mode=\"annotated\"/>")
                .text("WEB-INF/web.xml", """
                        <web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="6.1">
                          <env-entry><env-entry-name>word</env-entry-name><env-entry-type>java.lang.String</env-entry-type>
                            <env-entry-value>hush</env-entry-value></env-entry>
                        </web-app>
                        """);
    }

    private static void deploy(TestArchive war) throws Exception {
        server.service(Deployer.class).deploy("shelf", war.write(directory.resolve("shelf.war")), null);
    }

    private String get(String what) throws Exception {
        return client.send(
                        HttpRequest.newBuilder(server.uri("/shelf/do/" + what)).build(), BodyHandlers.ofString())
                .body();
    }

    @Test
    void managersAndCachesComeByTheApiByResourcesAndByInjection() throws Exception {
        deploy(shelf());

        assertThat(get("same")).isEqualTo("true true true true keelson:caches/shelf");
    }

    @Test
    void cachesOfTheDomainHaveTheOperationsOfJcacheAndOutliveTheApplication() throws Exception {
        deploy(shelf());

        assertThat(get("domain")).isEqualTo("[1, false, false, true, null, false, 7, {kept=5}, [kept=5]]");
        assertThat(get("objects")).isEqualTo("true Book[title=JSR 107, edition=2]");
        assertThat(server.service(Caches.class).named("demo").get("kept")).isEqualTo("5");

        undeploy();
        deploy(shelf());
        assertThat(get("get")).isEqualTo("5");
    }

    @Test
    void cachesOfTheDomainAreNotTheApplicationsToMakeOrToDestroy() throws Exception {
        deploy(shelf());

        assertThat(get("types"))
                .startsWith("ClassCastException: the cache demo has values of the type java.lang.String");
        assertThat(get("create")).startsWith("CacheException: the cache demo is one of the domain");
        assertThat(get("destroy")).startsWith("UnsupportedOperationException: the cache demo is one of the domain");
    }

    @Test
    void processorsOfSeveralThreadsLoseNoChange() throws Exception {
        deploy(shelf());
        get("domain");
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<Callable<String>> calls = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                calls.add(() -> get("add"));
            }
            List<String> counts = new ArrayList<>();
            for (Future<String> each : threads.invokeAll(calls)) {
                counts.add(each.get());
            }
            assertThat(counts).doesNotHaveDuplicates().contains("1[]", "200[]");
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void listenersOfLocalCachesRunInTheApplicationAndEndWithIt() throws Exception {
        System.clearProperty("keelson.test.closed");
        deploy(shelf());

        assertThat(get("local")).isEqualTo("true false 1 true hush");
        assertThat(System.getProperty("keelson.test.closed")).isNull();
        undeploy();
        assertThat(System.getProperty("keelson.test.closed")).isEqualTo("true");
    }

    @Test
    void loadersFillLocalCaches() throws Exception {
        deploy(shelf());

        assertThat(get("load")).isEqualTo("true all b one c");
    }

    /** What the application brings is what it sees, so the server's provider must stay away. */
    @Test
    void anApplicationWithTheApiInItsLibrariesBringsItsOwn() throws Exception {
        Path api = Path.of(javax.cache.Caching.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        deploy(new TestArchive()
                .classes(io.keelson.ee.jcache.shelf.Own.class)
                .bytes("WEB-INF/lib/cache-api.jar", Files.readAllBytes(api)));

        assertThat(get("")).isEqualTo("CacheException: No CachingProviders have been configured");
    }

    @Test
    void redeploymentsLeaveNoLoader() throws Exception {
        List<WeakReference<?>> loaders = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            deploy(shelf());
            get("local");
            get("domain");
            get("objects");
            get("load");
            get("remember");
            loaders.add((WeakReference<?>) System.getProperties().remove("keelson.test.loader"));
        }
        undeploy();
        await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
            System.gc();
            assertThat(loaders.stream().map(WeakReference::get).filter(Objects::nonNull))
                    .isEmpty();
        });
    }
}
