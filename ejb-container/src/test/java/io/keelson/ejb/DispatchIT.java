package io.keelson.ejb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.keelson.deploy.Deployer;
import io.keelson.ejb.desk.AnnotatedDesk;
import io.keelson.ejb.desk.Desk;
import io.keelson.ejb.desk.DeskServlet;
import io.keelson.ejb.desk.NarrowListener;
import io.keelson.ejb.desk.NarrowServlet;
import io.keelson.ejb.fixture.Archives;
import io.keelson.ejb.post.DoneListener;
import io.keelson.ejb.post.NewsListener;
import io.keelson.ejb.post.OrderListener;
import io.keelson.ejb.post.Post;
import io.keelson.ejb.post.PostServlet;
import io.keelson.kernel.work.WorkManagerRuntime;
import io.keelson.kernel.work.WorkRuntimes;
import io.keelson.testkit.TestServer;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests which work manager asynchronous calls, timers and messages of a bean go to. */
class DispatchIT {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    @TempDir
    Path directory;

    private TestServer server;

    @BeforeEach
    void startServer() throws Exception {
        server = TestServer.start();
    }

    @AfterEach
    void stopServer() {
        server.close();
    }

    private static String descriptor(String work, String... beans) {
        StringBuilder xml = new StringBuilder("<weblogic-ejb-jar>");
        for (String bean : beans) {
            xml.append("<weblogic-enterprise-bean><ejb-name>").append(bean);
            xml.append("</ejb-name><dispatch-policy>own</dispatch-policy></weblogic-enterprise-bean>");
        }
        return xml.append(work).append("</weblogic-ejb-jar>").toString();
    }

    private static String work(String inside) {
        return "<work-manager><name>own</name>" + inside + "</work-manager>";
    }

    private void deploy(String file, Archives archive) throws Exception {
        server.service(Deployer.class).deploy("desk", archive.write(directory.resolve(file)), null);
    }

    private String get(String path) throws Exception {
        HttpResponse<String> response =
                CLIENT.send(HttpRequest.newBuilder(server.uri(path)).build(), HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return response.body();
    }

    private long completed() {
        return server.service(WorkRuntimes.class).workManagers().stream()
                .filter(each -> each.name().equals("own") || each.name().endsWith("/own"))
                .mapToLong(WorkManagerRuntime::completed)
                .sum();
    }

    private void awaitCompleted(long number) {
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(completed()).isEqualTo(number));
    }

    @Test
    void callsAndTimersGoToTheWorkManagerThatTheDescriptorNames() throws Exception {
        deploy(
                "desk.war",
                new Archives()
                        .war(Desk.class, AnnotatedDesk.class, DeskServlet.class)
                        .text("WEB-INF/weblogic-ejb-jar.xml", descriptor(work(""), "Desk")));

        assertThat(get("/desk/desk?what=call")).isEqualTo("called");
        awaitCompleted(1);
        assertThat(get("/desk/desk?what=ring")).isEqualTo("rung");
        awaitCompleted(2);
        assertThat(get("/desk/desk?what=annotated")).isEqualTo("called");
        awaitCompleted(3);
    }

    @Test
    void anEnterpriseApplicationDeclaresItForAllModules() throws Exception {
        deploy(
                "desk.ear",
                new Archives()
                        .text(
                                "META-INF/weblogic-application.xml",
                                "<weblogic-application>" + work("") + "</weblogic-application>")
                        .archive(
                                "beans.jar",
                                new Archives()
                                        .classes("", Desk.class, AnnotatedDesk.class)
                                        .text("META-INF/weblogic-ejb-jar.xml", descriptor("", "Desk")))
                        .archive("desk.war", new Archives().war(DeskServlet.class)));

        assertThat(get("/desk/desk?what=call")).isEqualTo("called");
        awaitCompleted(1);
        assertThat(get("/desk/desk?what=annotated")).isEqualTo("called");
        awaitCompleted(2);
    }

    @Test
    void messagesAreHandledByItOneAtATimeWhereItHasOneThread() throws Exception {
        String one = work("<max-threads-constraint><name>one</name><count>1</count></max-threads-constraint>");
        deploy(
                "desk.war",
                new Archives()
                        .war(PostServlet.class, Post.class, OrderListener.class, DoneListener.class, NewsListener.class)
                        .text("WEB-INF/weblogic-ejb-jar.xml", descriptor(one, "OrderListener", "DoneListener")));

        get("/desk/post?to=orders&text=plain&text=throws&text=marks");

        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(get("/desk/post")).isEqualTo("[marks again, plain, throws again]"));
        assertThat(completed()).isPositive();
    }

    @Test
    void oneMessageAtMostWaitsForAThread() throws Exception {
        String one = work("<max-threads-constraint><name>one</name><count>1</count></max-threads-constraint>");
        deploy(
                "desk.war",
                new Archives()
                        .war(PostServlet.class, Post.class, NarrowListener.class, NarrowServlet.class)
                        .text("WEB-INF/weblogic-ejb-jar.xml", descriptor(one, "NarrowListener")));

        get("/desk/post?to=parcels" + "&text=many".repeat(20));

        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(get("/desk/narrow")).isEqualTo("20 handled, receivers 2"));
    }

    @Test
    void oneThatCannotBeMadeFailsTheDeploymentWithItsPlace() {
        assertThatThrownBy(() -> deploy(
                        "desk.war",
                        new Archives()
                                .war(Desk.class, AnnotatedDesk.class, DeskServlet.class)
                                .text(
                                        "WEB-INF/weblogic-ejb-jar.xml",
                                        descriptor(work("<capacity-name>missing</capacity-name>"), "Desk"))))
                .hasMessageContaining("WEB-INF/weblogic-ejb-jar.xml:")
                .hasMessageContaining("missing");
    }
}
