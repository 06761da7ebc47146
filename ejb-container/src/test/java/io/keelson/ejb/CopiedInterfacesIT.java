package io.keelson.ejb;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.deploy.Deployer;
import io.keelson.ejb.copies.CopiesServlet;
import io.keelson.ejb.copies.Exchange;
import io.keelson.ejb.copies.ExchangeBean;
import io.keelson.ejb.fixture.Archives;
import io.keelson.testkit.TestServer;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A web module that packs copies of the interfaces of the beans that it calls. */
class CopiedInterfacesIT {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    @TempDir
    static Path directory;

    private static TestServer server;

    @BeforeAll
    static void start() throws Exception {
        server = TestServer.start();
        Archives ear = new Archives()
                .archive("beans.jar", new Archives().classes("", Exchange.class, ExchangeBean.class))
                .archive("web.war", new Archives().war(Exchange.class, CopiesServlet.class));
        server.service(Deployer.class).deploy("copies", ear.write(directory.resolve("copies.ear")), null);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"far", "near", "looked-far", "looked-near", "written-far", "written-near"})
    void callsGoByValueBetweenTheCopies(String view) throws Exception {
        String told = CLIENT.send(
                        HttpRequest.newBuilder(server.uri("/web/copies/" + view))
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
        assertThat(told)
                .startsWith("aatrue, refused as asked, failed, truetruetruetruefalse, an argument of ")
                .contains("java.io.NotSerializableException", "in lib/ of the EAR");
    }
}
