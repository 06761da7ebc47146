package io.keelson.ee.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.deploy.Deployer;
import io.keelson.ee.rest.beans.AnyMapper;
import io.keelson.ee.rest.beans.ArgumentMapper;
import io.keelson.ee.rest.beans.BeanApi;
import io.keelson.ee.rest.beans.Hello;
import io.keelson.ee.rest.beans.HelloBean;
import io.keelson.ee.rest.beans.HelloRemote;
import io.keelson.ee.rest.beans.Ledger;
import io.keelson.testkit.TestArchive;
import io.keelson.testkit.TestServer;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Session beans as resources and providers (RESTful Web Services 4.0, 11.2.4), in WARs and in EJB modules, with CDI and without. */
@Timeout(300)
class SessionBeansIT {
    @TempDir
    static Path directory;

    private static TestServer server;
    private final HttpClient client = HttpClient.newHttpClient();

    @BeforeAll
    static void startServer() throws Exception {
        server = TestServer.start();
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

    private static void deploy(String file, TestArchive archive) throws Exception {
        String name = file.substring(0, file.indexOf('.'));
        server.service(Deployer.class).deploy(name, archive.write(directory.resolve(file)), null);
    }

    private HttpResponse<String> get(String path) throws Exception {
        return client.send(HttpRequest.newBuilder(server.uri(path)).build(), BodyHandlers.ofString());
    }

    private static final Class<?>[] BEANS = {
        BeanApi.class,
        Hello.class,
        HelloRemote.class,
        HelloBean.class,
        Ledger.class,
        ArgumentMapper.class,
        AnyMapper.class
    };

    private static TestArchive war(boolean cdi) {
        TestArchive war = new TestArchive().classes(BEANS);
        return cdi ? war.text("WEB-INF/beans.xml", "") : war;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void beansOfAWarAreCalledThroughTheirPipeline(boolean cdi) throws Exception {
        deploy("beans.war", war(cdi));

        HttpResponse<String> hello = get("/beans/rest/hello/ada");
        assertThat(hello.body()).isEqualTo("hello ada, by the pipeline");
        assertThat(hello.statusCode()).isEqualTo(200);
        assertThat(get("/beans/rest/ledger").body()).isEqualTo("/ledger");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void wrappersOfTheContainerAreUnwrapped(boolean cdi) throws Exception {
        deploy("beans.war", war(cdi));

        HttpResponse<String> mapped = get("/beans/rest/ledger/unmapped");
        assertThat(mapped.statusCode()).isEqualTo(422);
        assertThat(mapped.body()).isEqualTo("of the bean 1");
        assertThat(get("/beans/rest/ledger/unmapped").body())
                .as("a singleton's state")
                .isEqualTo("of the bean 2");
        assertThat(get("/beans/rest/ledger/absent").body()).isEqualTo("NotFoundException");
    }

    @Test
    void whoMayNotCallIsForbidden() throws Exception {
        deploy("beans.war", new TestArchive().classes(BeanApi.class, Ledger.class));

        assertThat(get("/beans/rest/ledger/guarded").statusCode()).isEqualTo(403);
        assertThat(get("/beans/rest/ledger/absent").statusCode()).isEqualTo(404);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void beansOfAnEjbModuleAreServedByTheOnlyWar(boolean cdi) throws Exception {
        TestArchive jar = new TestArchive().below("", BEANS);
        if (cdi) {
            jar.text("META-INF/beans.xml", "");
        }
        deploy(
                "hello.ear",
                new TestArchive()
                        .bytes("hello.jar", jar.packed())
                        .bytes(
                                "hello-web.war",
                                new TestArchive().text("index.html", "web").packed()));

        assertThat(get("/hello-web/rest/hello/ada").body()).isEqualTo("hello ada, by the pipeline");
        assertThat(get("/hello-web/rest/ledger").body()).isEqualTo("/ledger");
        assertThat(get("/hello-web/index.html").body()).isEqualTo("web");
    }

    @Test
    void ofTwoWarsTheOneWhoseClassPathNamesTheModuleServesIt() throws Exception {
        deploy(
                "hello.ear",
                new TestArchive()
                        .bytes("hello.jar", new TestArchive().below("", BEANS).packed())
                        .bytes(
                                "one.war",
                                new TestArchive()
                                        .text("META-INF/MANIFEST.MF", "Manifest-Version: 1.0\nClass-Path: hello.jar\n")
                                        .text("index.html", "one")
                                        .packed())
                        .bytes(
                                "two.war",
                                new TestArchive().text("index.html", "two").packed()));

        assertThat(get("/one/rest/hello/ada").body()).isEqualTo("hello ada, by the pipeline");
        assertThat(get("/two/rest/hello/ada").statusCode()).isEqualTo(404);
        assertThat(get("/two/index.html").body()).isEqualTo("two");
    }
}
