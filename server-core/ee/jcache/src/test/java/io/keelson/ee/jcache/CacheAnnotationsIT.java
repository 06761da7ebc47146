package io.keelson.ee.jcache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.cache.Caches;
import io.keelson.deploy.Deployer;
import io.keelson.ee.jcache.lending.Chosen;
import io.keelson.ee.jcache.lending.Desk;
import io.keelson.ee.jcache.lending.FirstLetter;
import io.keelson.ee.jcache.lending.Lending;
import io.keelson.ee.jcache.lending.Wrong;
import io.keelson.testkit.TestArchive;
import io.keelson.testkit.TestServer;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The annotations of {@code javax.cache.annotation} on beans of an application. */
@Timeout(300)
class CacheAnnotationsIT {
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
                        """).start();
        deploy("lending", new TestArchive().classes(Desk.class, Lending.class, FirstLetter.class, Chosen.class));
    }

    private static void deploy(String name, TestArchive war) throws Exception {
        server.service(Deployer.class)
                .deploy(
                        name,
                        war.text("WEB-INF/beans.xml", "<beans bean-discovery-mode=\"annotated\"/>")
                                .write(directory.resolve(name + ".war")),
                        null);
    }

    @AfterAll
    static void stopServer() {
        if (server != null) {
            server.close();
        }
    }

    private String get(String what) throws Exception {
        return client.send(
                        HttpRequest.newBuilder(server.uri("/lending/do/" + what))
                                .build(),
                        BodyHandlers.ofString())
                .body();
    }

    @Test
    void aResultIsCachedByItsKeyParameters() throws Exception {
        String[] got = get("result").split(" ");
        assertThat(got[0]).startsWith("a/1#").isEqualTo(got[1]).isEqualTo(got[3]);
        assertThat(got[2]).startsWith("a/2#").isNotEqualTo(got[1]);
    }

    @Test
    void whoSkipsTheGetPutsAllTheSame() throws Exception {
        String got = get("fresh");
        assertThat(got).matches("b/1#\\d+ fresh b/1#(\\d+) fresh b/1#\\1");
    }

    @Test
    void aParameterIsPutBeforeOrAfterTheCall() throws Exception {
        assertThat(get("put"))
                .isEqualTo("put, IllegalStateException: no before, IllegalArgumentException: no before, true");
    }

    @Test
    void entriesAreRemovedUnlessTheCallFails() throws Exception {
        assertThat(get("remove")).isEqualTo("IllegalStateException: kept there true true true");
    }

    @Test
    void exceptionsAreCachedThatMayBe() throws Exception {
        assertThat(get("broken")).isEqualTo("true true 3");
    }

    @Test
    void keysInACacheOfTheDomainAreTexts() throws Exception {
        assertThat(get("shared"))
                .startsWith("true false CacheException: a java.lang.Object is no key for a cache of the domain");
        assertThat(server.service(Caches.class).named("demo").get("k"))
                .asString()
                .startsWith("shared k#");
    }

    @Test
    void applicationsMakeKeysAndChooseCaches() throws Exception {
        assertThat(get("custom")).isEqualTo("true true true");
    }

    @Test
    void nullIsNotCached() throws Exception {
        assertThat(get("nothing")).isEqualTo("null null 2");
    }

    @Test
    void aPutWithoutAValueIsRefusedAtDeployment() {
        assertThatThrownBy(() -> deploy("wrong", new TestArchive().classes(Wrong.class)))
                .hasStackTraceContaining("has CachePut and no parameter with CacheValue");
    }
}
