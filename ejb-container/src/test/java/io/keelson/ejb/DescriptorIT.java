package io.keelson.ejb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.deploy.Deployer;
import io.keelson.ejb.fixture.Archives;
import io.keelson.ejb.plain.Mild;
import io.keelson.ejb.plain.PlainBean;
import io.keelson.ejb.plain.PlainInterceptor;
import io.keelson.ejb.plain.PlainServlet;
import io.keelson.ejb.plain.PlainView;
import io.keelson.ejb.strict.Described;
import io.keelson.ejb.strict.DescribedServlet;
import io.keelson.ejb.strict.Silent;
import io.keelson.ejb.strict.SilentServlet;
import io.keelson.ejb.war.Ticking;
import io.keelson.ejb.war.TimerServlet;
import io.keelson.testkit.TestServer;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Beans by descriptor, and timers, on a server in the test's JVM. */
class DescriptorIT {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final String DESCRIPTOR = """
        <ejb-jar xmlns="https://jakarta.ee/xml/ns/jakartaee" version="4.0">
          <enterprise-beans>
            <session>
              <ejb-name>Plain</ejb-name>
              <business-local>io.keelson.ejb.plain.PlainView</business-local>
              <ejb-class>io.keelson.ejb.plain.PlainBean</ejb-class>
              <session-type>Stateless</session-type>
              <env-entry>
                <env-entry-name>greeting</env-entry-name>
                <env-entry-type>java.lang.String</env-entry-type>
                <env-entry-value>hello</env-entry-value>
                <injection-target>
                  <injection-target-class>io.keelson.ejb.plain.PlainBean</injection-target-class>
                  <injection-target-name>greeting</injection-target-name>
                </injection-target>
              </env-entry>
              <env-entry>
                <env-entry-name>most</env-entry-name>
                <env-entry-value>3</env-entry-value>
                <injection-target>
                  <injection-target-class>io.keelson.ejb.plain.PlainBean</injection-target-class>
                  <injection-target-name>most</injection-target-name>
                </injection-target>
              </env-entry>
              <post-construct><lifecycle-callback-method>begin</lifecycle-callback-method></post-construct>
            </session>
          </enterprise-beans>
          <interceptors>
            <interceptor>
              <interceptor-class>io.keelson.ejb.plain.PlainInterceptor</interceptor-class>
              <around-invoke><method-name>around</method-name></around-invoke>
            </interceptor>
          </interceptors>
          <assembly-descriptor>
            <method-permission>
              <role-name>nobody</role-name>
              <method><ejb-name>Plain</ejb-name><method-name>forbidden</method-name></method>
            </method-permission>
            <container-transaction>
              <method><ejb-name>Plain</ejb-name><method-name>*</method-name></method>
              <trans-attribute>Required</trans-attribute>
            </container-transaction>
            <container-transaction>
              <method><ejb-name>Plain</ejb-name><method-name>call</method-name></method>
              <trans-attribute>NotSupported</trans-attribute>
            </container-transaction>
            <interceptor-binding>
              <ejb-name>*</ejb-name>
              <interceptor-class>io.keelson.ejb.plain.PlainInterceptor</interceptor-class>
            </interceptor-binding>
            <application-exception>
              <exception-class>io.keelson.ejb.plain.Mild</exception-class>
              <rollback>true</rollback>
            </application-exception>
          </assembly-descriptor>
        </ejb-jar>
        """;

    @TempDir
    Path directory;

    private static String get(TestServer server, String path) throws Exception {
        HttpResponse<String> response =
                CLIENT.send(HttpRequest.newBuilder(server.uri(path)).build(), HttpResponse.BodyHandlers.ofString());
        return response.statusCode() == 200 ? response.body() : "status " + response.statusCode();
    }

    private void deploy(TestServer server, String name, Archives archive) throws Exception {
        Path file = archive.write(directory.resolve(name + ".war"));
        server.service(Deployer.class).deploy(name, file, null);
    }

    private static Archives plain() {
        return new Archives()
                .war(PlainBean.class, PlainInterceptor.class, PlainServlet.class, PlainView.class, Mild.class);
    }

    @Test
    void aDescriptorSaysAllOfABean() throws Exception {
        try (TestServer server = TestServer.start()) {
            deploy(server, "plain", plain().text("WEB-INF/ejb-jar.xml", DESCRIPTOR));

            assertThat(get(server, "/plain/plain/call")).isEqualTo("<hello 3 true in transaction false>");
            assertThat(get(server, "/plain/plain/forbidden")).isEqualTo("EJBAccessException");
            assertThat(get(server, "/plain/plain/fail")).isEqualTo("Mild");

            String wrong = DESCRIPTOR.replace("NotSupported", "Sometimes");
            assertThatThrownBy(() -> deploy(server, "wrong", plain().text("WEB-INF/ejb-jar.xml", wrong)))
                    .hasMessageContaining("WEB-INF/ejb-jar.xml:")
                    .hasMessageContaining("'Sometimes'");
        }
    }

    @Test
    void anEmptyParameterListAndATypeOfAMemberCount() throws Exception {
        String descriptor = """
                <ejb-jar xmlns="https://jakarta.ee/xml/ns/jakartaee" version="4.0"><enterprise-beans><session>
                  <ejb-name>Described</ejb-name><local-bean/>
                  <ejb-class>io.keelson.ejb.strict.Described</ejb-class><session-type>Singleton</session-type>
                  <timer>
                    <schedule><second>*</second><minute>*</minute><hour>*</hour></schedule>
                    <timeout-method><method-name>due</method-name><method-params/></timeout-method>
                    <persistent>false</persistent>
                  </timer>
                  <resource-env-ref>
                    <resource-env-ref-name>context</resource-env-ref-name>
                    <injection-target>
                      <injection-target-class>io.keelson.ejb.strict.Described</injection-target-class>
                      <injection-target-name>context</injection-target-name>
                    </injection-target>
                  </resource-env-ref>
                </session></enterprise-beans></ejb-jar>""";
        try (TestServer server = TestServer.start()) {
            Archives war = new Archives().war(Described.class, DescribedServlet.class);
            deploy(server, "described", war.text("WEB-INF/ejb-jar.xml", descriptor));
            Awaitility.await()
                    .atMost(java.time.Duration.ofSeconds(60))
                    .untilAsserted(() ->
                            assertThat(get(server, "/described/described")).isEqualTo("without true"));
        }
    }

    @Test
    void aCompleteDescriptorLeavesTheAnnotationsOfBeansOut() throws Exception {
        String beans = """
                <ejb-jar xmlns="https://jakarta.ee/xml/ns/jakartaee" version="4.0" metadata-complete="%s">
                  <enterprise-beans><session>
                    <ejb-name>Silent</ejb-name><local-bean/>
                    <ejb-class>io.keelson.ejb.strict.Silent</ejb-class><session-type>Stateless</session-type>
                  </session></enterprise-beans>
                </ejb-jar>
                """;
        String application = """
                <application xmlns="https://jakarta.ee/xml/ns/jakartaee" version="10">
                  <module><ejb>beans.jar</ejb></module>
                  <module><web><web-uri>web.war</web-uri><context-root>%s</context-root></web></module>
                </application>
                """;
        try (TestServer server = TestServer.start()) {
            for (String complete : List.of("true", "false")) {
                Path ear = new Archives()
                        .archive(
                                "beans.jar",
                                new Archives()
                                        .classes("", Silent.class, Silent.Loud.class)
                                        .text("META-INF/ejb-jar.xml", beans.formatted(complete)))
                        .archive("web.war", new Archives().war(SilentServlet.class))
                        .text("META-INF/application.xml", application.formatted(complete))
                        .write(directory.resolve(complete + ".ear"));
                server.service(Deployer.class).deploy(complete, ear, null);
            }

            assertThat(get(server, "/true/silent")).isEqualTo("nothing");
            assertThat(get(server, "/false/silent")).isEqualTo("loud around its beginning and a context");
        }
    }

    @Test
    void timersFireAndPersistentOnesSurviveARestart() throws Exception {
        Path domain = directory.resolve("domain");
        try (TestServer server = TestServer.builder().directory(domain).start()) {
            deploy(server, "time", new Archives().war(Ticking.class, TimerServlet.class));
            assertThat(get(server, "/time/timers/later")).isEqualTo("made");
            Awaitility.await()
                    .untilAsserted(
                            () -> assertThat(get(server, "/time/timers/state")).isEqualTo("true [soon true]"));
            assertThat(get(server, "/time/timers/keep")).isEqualTo("[kept, late]");
        }
        try (TestServer again = TestServer.builder().directory(domain).start()) {
            Awaitility.await()
                    .untilAsserted(
                            () -> assertThat(get(again, "/time/timers/kept")).isEqualTo("[kept, late]"));
        }
    }
}
