package io.keelson.ejb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.deploy.Deployer;
import io.keelson.ejb.fixture.Archives;
import io.keelson.ejb.names.Marked;
import io.keelson.ejb.names.MarkedToo;
import io.keelson.ejb.names.NamesServlet;
import io.keelson.ejb.names.Teller;
import io.keelson.ejb.names.TellerBean;
import io.keelson.testkit.TestServer;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Beans of an EJB module that mean different things by one name, without CDI and with it. */
class BeanNamesIT {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    @TempDir
    static Path directory;

    private static TestServer server;

    private static String bean(String name, String greeting, int size, String next, String more) {
        return """
                <session>
                  <ejb-name>%s</ejb-name>
                  <business-local>io.keelson.ejb.names.Teller</business-local>
                  <ejb-class>io.keelson.ejb.names.TellerBean</ejb-class>
                  <session-type>Stateless</session-type>
                  <env-entry>
                    <env-entry-name>greeting</env-entry-name>
                    <env-entry-type>java.lang.String</env-entry-type>
                    <env-entry-value>%s</env-entry-value>
                    <injection-target>
                      <injection-target-class>io.keelson.ejb.names.TellerBean</injection-target-class>
                      <injection-target-name>greeting</injection-target-name>
                    </injection-target>
                  </env-entry>
                  <env-entry>
                    <env-entry-name>size</env-entry-name>
                    <env-entry-type>java.lang.Integer</env-entry-type>
                    <env-entry-value>%d</env-entry-value>
                  </env-entry>
                  %s
                  <ejb-local-ref>
                    <ejb-ref-name>ejb/next</ejb-ref-name>
                    <local>io.keelson.ejb.names.Teller</local>
                    <ejb-link>%s</ejb-link>
                  </ejb-local-ref>
                </session>
                """.formatted(name, greeting, size, more, next);
    }

    private static Archives beans(boolean cdi) {
        String only = "<env-entry><env-entry-name>only</env-entry-name><env-entry-type>java.lang.String"
                + "</env-entry-type><env-entry-value>mine</env-entry-value></env-entry>";
        Archives jar = new Archives()
                .classes("", Teller.class, TellerBean.class, Marked.class, MarkedToo.class)
                .text(
                        "META-INF/ejb-jar.xml",
                        "<ejb-jar xmlns=\"https://jakarta.ee/xml/ns/jakartaee\" version=\"4.0\"><enterprise-beans>"
                                + bean("First", "hello", 1, "Second", "")
                                + bean("Second", "salut", 2, "First", only)
                                + "</enterprise-beans></ejb-jar>");
        return cdi
                ? jar.text(
                        "META-INF/beans.xml",
                        "<beans xmlns=\"https://jakarta.ee/xml/ns/jakartaee\" bean-discovery-mode=\"all\"/>")
                : jar;
    }

    private static void deploy(String name, boolean cdi) throws Exception {
        Archives ear = new Archives()
                .archive("beans.jar", beans(cdi))
                .archive("web.war", new Archives().war(NamesServlet.class));
        server.service(Deployer.class).deploy(name, ear.write(directory.resolve(name + ".ear")), null);
    }

    @BeforeAll
    static void start() throws Exception {
        server = TestServer.start();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static String call(String what) throws Exception {
        return CLIENT.send(
                        HttpRequest.newBuilder(server.uri("/web/names/" + what)).build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void eachBeanHasItsOwnNames(boolean cdi) throws Exception {
        deploy("names", cdi);
        try {
            assertThat(call("first")).isEqualTo("hello 1 hello hello hello NameNotFoundException");
            assertThat(call("second")).isEqualTo("salut 2 salut salut salut mine");
            assertThat(call("chain")).isEqualTo("hello salut hello, salut hello salut");
            assertThat(call("servlet")).isEqualTo("NameNotFoundException");
            assertThat(call("marked")).isEqualTo("hello names, salut beans true");
            assertThat(call("first")).as("again").isEqualTo("hello 1 hello hello hello NameNotFoundException");
        } finally {
            server.service(Deployer.class).undeploy("names");
        }
    }

    @Test
    void beansOfAWebModuleShareTheirNames() {
        Archives war = new Archives()
                .war(NamesServlet.class, Teller.class, TellerBean.class, Marked.class, MarkedToo.class)
                .text(
                        "WEB-INF/ejb-jar.xml",
                        "<ejb-jar xmlns=\"https://jakarta.ee/xml/ns/jakartaee\" version=\"4.0\"><enterprise-beans>"
                                + bean("First", "hello", 1, "Second", "")
                                + bean("Second", "salut", 2, "First", "")
                                + "</enterprise-beans></ejb-jar>");
        assertThatThrownBy(() -> server.service(Deployer.class)
                        .deploy("shared", war.write(directory.resolve("shared.war")), null))
                .hasMessageContaining("WEB-INF/ejb-jar.xml:")
                .hasMessageContaining("declares 'greeting' otherwise than");
    }
}
