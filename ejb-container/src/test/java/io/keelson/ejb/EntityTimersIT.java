package io.keelson.ejb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keelson.deploy.Deployer;
import io.keelson.ejb.alarm.Alarm;
import io.keelson.ejb.alarm.AlarmBean;
import io.keelson.ejb.alarm.AlarmHome;
import io.keelson.ejb.alarm.AlarmKey;
import io.keelson.ejb.alarm.AlarmRows;
import io.keelson.ejb.alarm.AlarmServlet;
import io.keelson.ejb.fixture.Archives;
import io.keelson.testkit.TestServer;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Timers of an entity bean: they belong to an entity object, and follow its removal. */
@Timeout(120)
class EntityTimersIT {
    private static final String DESCRIPTOR = """
            <ejb-jar xmlns="http://java.sun.com/xml/ns/j2ee" version="2.1">
              <enterprise-beans>
                <entity>
                  <ejb-name>Alarm</ejb-name>
                  <local-home>io.keelson.ejb.alarm.AlarmHome</local-home>
                  <local>io.keelson.ejb.alarm.Alarm</local>
                  <ejb-class>io.keelson.ejb.alarm.AlarmBean</ejb-class>
                  <persistence-type>Bean</persistence-type>
                  <prim-key-class>io.keelson.ejb.alarm.AlarmKey</prim-key-class>
                  <reentrant>false</reentrant>
                </entity>
              </enterprise-beans>
            </ejb-jar>
            """;
    private static final String WEB = """
            <web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="6.1">
              <ejb-local-ref>
                <ejb-ref-name>ejb/alarm</ejb-ref-name>
                <ejb-ref-type>Entity</ejb-ref-type>
                <local-home>io.keelson.ejb.alarm.AlarmHome</local-home>
                <local>io.keelson.ejb.alarm.Alarm</local>
                <ejb-link>Alarm</ejb-link>
              </ejb-local-ref>
            </web-app>
            """;

    @TempDir
    Path directory;

    private TestServer server;
    private Path archive;

    @BeforeEach
    void startServer() throws Exception {
        server = TestServer.start();
        archive = new Archives()
                .archive(
                        "beans.jar",
                        new Archives().classes("", AlarmBean.class).text("META-INF/ejb-jar.xml", DESCRIPTOR))
                .archive("web.war", new Archives().war(AlarmServlet.class).text("WEB-INF/web.xml", WEB))
                .archive(
                        "lib/api.jar",
                        new Archives().classes("", Alarm.class, AlarmHome.class, AlarmKey.class, AlarmRows.class))
                .write(directory.resolve("alarms.ear"));
        server.service(Deployer.class).deploy("alarms", archive, null);
    }

    @AfterEach
    void stopServer() {
        server.close();
    }

    private String get(String call) throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(server.uri("/web/alarms/" + call))
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
    }

    @Test
    void aTimerRingsOnTheInstanceOfItsEntityObject() throws Exception {
        get("create/a");
        get("create/b");

        get("ring/a");

        await().until(() -> get("rung").equals("[a:a:ring]"));
        assertThat(get("exists/a")).isEqualTo("made");
    }

    @Test
    void theTimerServiceIsForInstancesWithIdentity() throws Exception {
        assertThat(get("create/a")).isEqualTo("made refused");
        assertThat(get("without-identity")).isEqualTo("refused");
        assertThat(get("handles/a")).isEqualTo("1");
    }

    @Test
    void timersGoWithTheEntityObjectAndComeBackWhereItsRemovalIsRolledBack() throws Exception {
        get("create/a");
        get("create/b");
        get("remove-and-roll-back/a");
        assertThat(get("exists/a")).isEqualTo("made");

        get("remove/a");

        assertThat(get("exists/a")).isEmpty();
        assertThat(get("exists/b")).isEqualTo("made");
        assertThat(get("all/b")).isEqualTo("1");
    }

    @Test
    void timersOfARowThatOthersHaveDeletedGoWhenTheyAreDue() throws Exception {
        get("create/a");
        get("create/b");
        get("delete/a");
        assertThat(get("all/b")).isEqualTo("3");

        await().until(() -> get("all/b").equals("2"));
        assertThat(get("rung")).isEqualTo("[]");
    }

    @Test
    void timersBelongToTheirEntityObjectAfterARedeployment() throws Exception {
        get("create/a");
        Deployer deployer = server.service(Deployer.class);
        deployer.undeploy("alarms", null);
        deployer.deploy("alarms", archive, null);

        assertThat(get("exists/a")).isEqualTo("made");
        assertThat(get("exists/b")).isEmpty();
    }
}
