package io.keelson.ejb;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.deploy.Deployer;
import io.keelson.ejb.fixture.Archives;
import io.keelson.ejb.modules.Counter;
import io.keelson.ejb.modules.Distant;
import io.keelson.ejb.modules.DistantBean;
import io.keelson.ejb.modules.DistantServlet;
import io.keelson.ejb.modules.Hidden;
import io.keelson.ejb.modules.ModulesServlet;
import io.keelson.ejb.modules.Slip;
import io.keelson.ejb.modules.Teller;
import io.keelson.ejb.modules.TellingServlet;
import io.keelson.ejb.modules.Till;
import io.keelson.ejb.modules.Told;
import io.keelson.testkit.TestServer;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Beans of an enterprise application as components of its other modules use them. */
class ModulesIT {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    @TempDir
    Path directory;

    @Test
    void aCallByARemoteViewHasARequestContext() throws Exception {
        try (TestServer server = TestServer.start()) {
            Archives far = new Archives().war(Distant.class, DistantBean.class, Slip.class, DistantServlet.class);
            server.service(Deployer.class).deploy("far", far.write(directory.resolve("far.war")), null);
            Archives near = new Archives().war(Distant.class, DistantServlet.class);
            server.service(Deployer.class).deploy("near", near.write(directory.resolve("near.war")), null);

            // Another application's request is none of the bean's application: each call has one.
            assertThat(get(server, "/near/distant")).isEqualTo("1 2");
            // Its own is the one of the call.
            assertThat(get(server, "/far/distant")).isEqualTo("3 3");
        }
    }

    private static String get(TestServer server, String path) throws Exception {
        return CLIENT.send(HttpRequest.newBuilder(server.uri(path)).build(), HttpResponse.BodyHandlers.ofString())
                .body();
    }

    @Test
    void beansHaveTheNamesOfTheirModuleAndThoseOfNoBeanArchiveAreNoneOfCdi() throws Exception {
        try (TestServer server = TestServer.start()) {
            Archives ear = new Archives()
                    .archive("beans.jar", new Archives().classes("", Till.class, Counter.class))
                    .archive(
                            "hidden.jar",
                            new Archives()
                                    .classes("", Hidden.class)
                                    .text(
                                            "META-INF/beans.xml",
                                            "<beans version='4.0' bean-discovery-mode='none'></beans>"))
                    .archive("web.war", new Archives().war(ModulesServlet.class));
            server.service(Deployer.class).deploy("modules", ear.write(directory.resolve("modules.ear")), null);

            assertThat(get(server, "/web/modules")).isEqualTo("till of beans, till, hidden 0");
        }
    }

    @Test
    void anInterceptorSharesTheNamesOfTheComponentThatItIsMadeFor() throws Exception {
        try (TestServer server = TestServer.start()) {
            String entry = "<web-app xmlns='https://jakarta.ee/xml/ns/jakartaee' version='6.1'><env-entry>"
                    + "<env-entry-name>greeting</env-entry-name><env-entry-type>java.lang.String</env-entry-type>"
                    + "<env-entry-value>hello</env-entry-value></env-entry></web-app>";
            Archives ear = new Archives()
                    .archive("beans.jar", new Archives().classes("", Till.class, Teller.class, Told.class))
                    .archive("web.war", new Archives().war(TellingServlet.class).text("WEB-INF/web.xml", entry));
            server.service(Deployer.class).deploy("modules", ear.write(directory.resolve("modules.ear")), null);

            assertThat(get(server, "/web/telling")).isEqualTo("spoken in web, hello");
        }
    }
}
