package io.keelson.ee.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.keelson.deploy.Deployer;
import io.keelson.ee.cdi.shapes.Added;
import io.keelson.ee.cdi.shapes.Adding;
import io.keelson.ee.cdi.shapes.Basket;
import io.keelson.ee.cdi.shapes.BasketServlet;
import io.keelson.ee.cdi.shapes.Circle;
import io.keelson.ee.cdi.shapes.Compatible;
import io.keelson.ee.cdi.shapes.ConversationWatch;
import io.keelson.ee.cdi.shapes.Drawer;
import io.keelson.ee.cdi.shapes.DrawerServlet;
import io.keelson.ee.cdi.shapes.ExpressionServlet;
import io.keelson.ee.cdi.shapes.Handler;
import io.keelson.ee.cdi.shapes.MistypedEntry;
import io.keelson.ee.cdi.shapes.MistypedManager;
import io.keelson.ee.cdi.shapes.MistypedType;
import io.keelson.ee.cdi.shapes.Named;
import io.keelson.ee.cdi.shapes.Needing;
import io.keelson.ee.cdi.shapes.Other;
import io.keelson.ee.cdi.shapes.Oval;
import io.keelson.ee.cdi.shapes.Painted;
import io.keelson.ee.cdi.shapes.RegistryServlet;
import io.keelson.ee.cdi.shapes.RightlyTyped;
import io.keelson.ee.cdi.shapes.Shape;
import io.keelson.ee.cdi.shapes.ShapeServlet;
import io.keelson.ee.cdi.shapes.ShapeSocket;
import io.keelson.ee.cdi.shapes.ShownTargets;
import io.keelson.ee.cdi.shapes.Square;
import io.keelson.ee.cdi.shapes.Stamp;
import io.keelson.ee.cdi.shapes.StampFilter;
import io.keelson.ee.cdi.shapes.StampListener;
import io.keelson.ee.cdi.shapes.Wizard;
import io.keelson.testkit.TestArchive;
import io.keelson.testkit.TestServer;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.CookieManager;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Alternatives, decorators, extensions, conversations, names in pages, components of the web container, and enterprise applications. */
@Timeout(300)
class ShapesIT {
    private static final String EXTENSIONS = "META-INF/services/jakarta.enterprise.inject.spi.Extension";
    private static final String COMPATIBLE =
            "META-INF/services/jakarta.enterprise.inject.build.compatible.spi.BuildCompatibleExtension";

    @TempDir
    static Path directory;

    private static TestServer server;
    private final HttpClient client =
            HttpClient.newBuilder().cookieHandler(new CookieManager()).build();

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

    private static TestArchive war(Class<?>... shapes) {
        return new TestArchive()
                .classes(ShapeServlet.class, Shape.class, Wizard.class, Added.class, Stamp.class)
                .classes(shapes);
    }

    private static void deploy(String file, TestArchive archive) throws Exception {
        server.service(Deployer.class)
                .deploy(file.replaceFirst("\\..*", ""), archive.write(directory.resolve(file)), null);
    }

    private HttpResponse<String> response(String path) throws Exception {
        return client.send(HttpRequest.newBuilder(server.uri(path)).build(), HttpResponse.BodyHandlers.ofString());
    }

    private String get(String path) throws Exception {
        HttpResponse<String> response = response(path);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return response.body().strip();
    }

    @Test
    void anAlternativeWithPriorityIsTaken() throws Exception {
        deploy("shapes.war", war(Circle.class));
        assertThat(get("/shapes/shape/describe")).isEqualTo("circle");

        deploy("shapes.war", war(Circle.class, Square.class));
        assertThat(get("/shapes/shape/describe")).isEqualTo("square");
    }

    @Test
    void aDecoratorStandsBeforeTheBean() throws Exception {
        deploy("shapes.war", war(Circle.class, Painted.class));

        assertThat(get("/shapes/shape/describe")).isEqualTo("red circle");
    }

    @Test
    void extensionsOfALibraryAddBeans() throws Exception {
        deploy(
                "shapes.war",
                war(Circle.class)
                        .library(
                                "extensions.jar",
                                new TestArchive()
                                        .below("", Adding.class, Compatible.class)
                                        .text(EXTENSIONS, Adding.class.getName())
                                        .text(COMPATIBLE, Compatible.class.getName())));

        assertThat(get("/shapes/shape/added")).isEqualTo("added by an extension, synthetic, compatible");
    }

    @Test
    void anArchiveWithAnExtensionAndWithoutBeansXmlHasNoBeans() throws Exception {
        TestArchive library =
                new TestArchive().below("", Other.class, Adding.class).text(EXTENSIONS, Adding.class.getName());
        deploy("shapes.war", war(Circle.class).library("extensions.jar", library));
        assertThat(get("/shapes/shape/describe")).isEqualTo("circle"); // else it is ambiguous

        TestArchive compatible =
                new TestArchive().below("", Other.class, Compatible.class).text(COMPATIBLE, Compatible.class.getName());
        deploy("shapes.war", war(Circle.class).library("extensions.jar", compatible));
        assertThat(get("/shapes/shape/describe")).isEqualTo("circle");

        TestArchive saying = new TestArchive()
                .below("", Other.class, Adding.class)
                .text(EXTENSIONS, Adding.class.getName())
                .text("META-INF/beans.xml", "");
        assertThatThrownBy(() -> deploy("shapes.war", war(Circle.class).library("extensions.jar", saying)))
                .hasMessageContaining("WELD-001409")
                .hasMessageContaining("Other");
    }

    @Test
    void listenersOfASessionThatWasIdleTooLongSeeItsBeans() throws Exception {
        deploy(
                "shapes.war",
                new TestArchive().classes(BasketServlet.class, Basket.class).text("WEB-INF/weblogic.xml", """
                                <weblogic-web-app xmlns="http://xmlns.oracle.com/weblogic/weblogic-web-app">
                                  <session-descriptor>
                                    <invalidation-interval-secs>1</invalidation-interval-secs>
                                  </session-descriptor>
                                </weblogic-web-app>
                                """));
        assertThat(get("/shapes/basket?put=1")).isEmpty();

        HttpClient other = HttpClient.newHttpClient(); // without the cookie, so that the session stays idle
        await().atMost(Duration.ofSeconds(60))
                .until(
                        () -> other.send(
                                        HttpRequest.newBuilder(server.uri("/shapes/basket"))
                                                .build(),
                                        HttpResponse.BodyHandlers.ofString())
                                .body(),
                        "ended with 1"::equals);
    }

    @Test
    void theClassThatAsksForTheContainerSeesWhatItsArchiveSees() throws Exception {
        TestArchive library = new TestArchive()
                .below("", Drawer.class, Oval.class, Shape.class)
                .text("META-INF/beans.xml", """
                        <beans version="4.0" bean-discovery-mode="all">
                          <alternatives><class>%s</class></alternatives>
                        </beans>
                        """.formatted(Oval.class.getName()));
        deploy(
                "shapes.war",
                new TestArchive().classes(DrawerServlet.class, Circle.class).library("drawer.jar", library));

        assertThat(get("/shapes/drawer")).isEqualTo("circle, oval of 2");
    }

    @Test
    void aFileOfCdi10MakesEachClassACandidate() throws Exception {
        TestArchive library = new TestArchive()
                .below("", Drawer.class, Oval.class, Shape.class)
                .text("META-INF/beans.xml", """
                        <beans xmlns="http://java.sun.com/xml/ns/javaee">
                          <alternatives><class>%s</class></alternatives>
                        </beans>
                        """.formatted(Oval.class.getName()));
        deploy(
                "shapes.war",
                new TestArchive().classes(DrawerServlet.class, Circle.class).library("drawer.jar", library));

        assertThat(get("/shapes/drawer")).isEqualTo("circle, oval of 2");
    }

    /** As TomEE's example of configuration has it. */
    @Test
    void aFileOfCommentsSaysNothing() throws Exception {
        deploy(
                "shapes.war",
                war(Circle.class).text("WEB-INF/beans.xml", "<?xml version=\"1.0\"?>\n<!-- a\n<b> -->\n <!-- c -->\n"));

        assertThat(get("/shapes/shape/describe")).isEqualTo("circle");
    }

    @Test
    void aConversationGoesOnWhereItsIdIsGiven() throws Exception {
        deploy("shapes.war", war(Circle.class));

        String id = get("/shapes/shape/begin").split(" ")[0];
        assertThat(get("/shapes/shape/next?cid=" + id)).isEqualTo(id + " 2");
        assertThat(get("/shapes/shape/next")).isEqualTo("null 1");
        assertThat(get("/shapes/shape/end?cid=" + id)).isEqualTo(id + " 3");
        HttpResponse<String> gone = client.send(
                HttpRequest.newBuilder(server.uri("/shapes/shape/next?cid=" + id))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(gone.statusCode()).isEqualTo(500);
    }

    @Test
    void theFilterOfConversationsSaysWhereTheyBegin() throws Exception {
        String watches = """
                <web-app version="6.1">
                  <filter><filter-name>before</filter-name><filter-class>%1$s</filter-class></filter>
                  <filter><filter-name>after</filter-name><filter-class>%1$s</filter-class></filter>
                  <filter-mapping><filter-name>before</filter-name><url-pattern>/*</url-pattern></filter-mapping>
                  %2$s
                  <filter-mapping><filter-name>after</filter-name><url-pattern>/*</url-pattern></filter-mapping>
                </web-app>
                """;
        String mapping =
                "<filter-mapping><filter-name>CDI Conversation Filter</filter-name><url-pattern>/*</url-pattern></filter-mapping>";
        String watch = ConversationWatch.class.getName();

        deploy(
                "shapes.war",
                war(Circle.class, ConversationWatch.class).text("WEB-INF/web.xml", watches.formatted(watch, "")));
        assertThat(response("/shapes/shape/begin").headers().allValues("Conversation"))
                .containsExactly("before true", "after true");

        deploy(
                "shapes.war",
                war(Circle.class, ConversationWatch.class).text("WEB-INF/web.xml", watches.formatted(watch, mapping)));
        HttpResponse<String> begun = response("/shapes/shape/begin");
        assertThat(begun.headers().allValues("Conversation")).containsExactly("before false", "after true");
        String id = begun.body().split(" ")[0];
        assertThat(get("/shapes/shape/next?cid=" + id)).isEqualTo(id + " 2");
        assertThat(get("/shapes/shape/next")).isEqualTo("null 1");
        assertThat(get("/shapes/shape/end?cid=" + id)).isEqualTo(id + " 3");

        HttpResponse<String> gone = response("/shapes/shape/describe?cid=" + id);
        assertThat(gone.statusCode()).isEqualTo(410);
        assertThat(gone.headers().allValues("Conversation")).containsExactly("before false");
    }

    @Test
    void pagesSeeBeansByName() throws Exception {
        deploy(
                "shapes.war",
                war(Circle.class, Named.class)
                        .text("page.jsp", "<% %>${shop.named.text}; ${stamp.text}; ${absent}; ${shop.named.text}"));

        assertThat(get("/shapes/page.jsp")).isEqualTo("named, ended 0; ; ; named, ended 1");
    }

    @Test
    void applicationsWithoutPagesHaveExpressions() throws Exception {
        deploy("shapes.war", war(Circle.class, Named.class, ExpressionServlet.class));

        assertThat(get("/shapes/expressions"))
                .isEqualTo("named, ended 0; named, ended 1 2; 42; org.apache.el.ExpressionFactoryImpl");
    }

    @Test
    void tagHandlersOfTheModuleAndOfItsLibrariesAreShownToExtensions() throws Exception {
        String descriptor = """
                <taglib xmlns="https://jakarta.ee/xml/ns/jakartaee" version="4.0">
                  <tlib-version>1.0</tlib-version>
                  <short-name>s</short-name>
                  <uri>urn:shapes</uri>
                  <tag><name>shape</name><tag-class>%s</tag-class><body-content>empty</body-content></tag>
                </taglib>
                """.formatted(Handler.class.getName());
        String page = "<%@ taglib prefix='s' uri='urn:shapes' %><s:shape/>";

        deploy(
                "shapes.war",
                war(Circle.class, Handler.class, ShownTargets.class)
                        .text("WEB-INF/beans.xml", "")
                        .text("WEB-INF/classes/" + EXTENSIONS, ShownTargets.class.getName())
                        .text("WEB-INF/shapes.tld", descriptor)
                        .text("page.jsp", page));
        assertThat(get("/shapes/page.jsp")).isEqualTo("circle [Handler]");

        deploy(
                "shapes.war",
                war(Circle.class)
                        .library(
                                "tags.jar",
                                new TestArchive()
                                        .below("", Handler.class, ShownTargets.class)
                                        .text(EXTENSIONS, ShownTargets.class.getName())
                                        .text("META-INF/shapes.tld", descriptor))
                        .text("page.jsp", page));
        assertThat(get("/shapes/page.jsp")).isEqualTo("circle [Handler]");
    }

    @Test
    void aFieldOfAnotherTypeThanItsResourceIsADefinitionError() throws Exception {
        String entries = """
                <web-app version="6.1">
                  <env-entry>
                    <env-entry-name>greeting</env-entry-name><env-entry-type>java.lang.String</env-entry-type>
                    <env-entry-value>hello</env-entry-value>
                  </env-entry>
                  <env-entry>
                    <env-entry-name>number</env-entry-name><env-entry-type>java.lang.Integer</env-entry-type>
                    <env-entry-value>7</env-entry-value>
                  </env-entry>
                </web-app>
                """;
        assertThatThrownBy(() -> deploy(
                        "shapes.war", war(Circle.class, MistypedEntry.class).text("WEB-INF/web.xml", entries)))
                .hasMessageContaining("@Resource on field 'greeting' of class " + MistypedEntry.class.getName())
                .hasMessageContaining("is to be a java.lang.Double")
                .hasMessageContaining("java:comp/env/greeting is a java.lang.String");
        assertThatThrownBy(() -> deploy("shapes.war", war(Circle.class, MistypedManager.class)))
                .hasMessageContaining("field 'manager' of class " + MistypedManager.class.getName())
                .hasMessageContaining("is to be a java.lang.String, and java:comp/BeanManager is a ");
        assertThatThrownBy(() -> deploy("shapes.war", war(Circle.class, MistypedType.class)))
                .hasMessageContaining("is to be a java.lang.StringBuilder, and its type() is a java.lang.Integer");
        deploy("shapes.war", war(Circle.class, RightlyTyped.class).text("WEB-INF/web.xml", entries));
        assertThat(get("/shapes/shape/describe")).isEqualTo("circle");
    }

    @Test
    void aResourceOfAProducerFieldIsReadFromAStreamBeforeABeanHasAskedForIt() throws Exception {
        deploy("shapes.war", new TestArchive().classes(RegistryServlet.class));
        String written = get("/shapes/registry");
        server.service(Deployer.class).undeploy("shapes");
        deploy("shapes.war", new TestArchive().classes(RegistryServlet.class));

        HttpResponse<String> read = client.send(
                HttpRequest.newBuilder(server.uri("/shapes/registry"))
                        .POST(HttpRequest.BodyPublishers.ofString(written))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(read.body()).isEqualTo("6 null");
    }

    @Test
    void filtersAndListenersAreMadeByCdi() throws Exception {
        deploy("shapes.war", war(Circle.class, StampFilter.class, StampListener.class));

        assertThat(get("/shapes/shape/stamp")).isEqualTo("heard filtered");
    }

    @Test
    void endpointsAndTheirConfiguratorsAreMadeByCdi() throws Exception {
        deploy("shapes.war", war(Circle.class, ShapeSocket.class));
        CompletableFuture<String> answer = new CompletableFuture<>();
        URI there = URI.create(server.uri("/shapes/socket").toString().replaceFirst("http", "ws"));

        WebSocket socket = client.newWebSocketBuilder()
                .buildAsync(there, new WebSocket.Listener() {
                    @Override
                    public CompletionStage<?> onText(WebSocket from, CharSequence text, boolean last) {
                        answer.complete(text.toString());
                        return WebSocket.Listener.super.onText(from, text, last);
                    }
                })
                .get(30, TimeUnit.SECONDS);
        socket.sendText("a", true);

        assertThat(answer.get(30, TimeUnit.SECONDS)).isEqualTo("a circle");
        socket.sendClose(WebSocket.NORMAL_CLOSURE, "").get(30, TimeUnit.SECONDS);
        assertThat(handshake("/shapes/socket")).contains("X-Shape: circle");
    }

    /** The head of the answer to a handshake, which the JDK's client does not show. */
    private static String handshake(String path) throws Exception {
        URI there = server.uri(path);
        try (Socket socket = new Socket(there.getHost(), there.getPort())) {
            socket.getOutputStream()
                    .write(("GET " + path
                                    + " HTTP/1.1\r\n"
                                    + "Host: localhost\r\n"
                                    + "Connection: Upgrade\r\n"
                                    + "Upgrade: websocket\r\n"
                                    + "Sec-WebSocket-Version: 13\r\n"
                                    + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            BufferedReader reader =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
            StringBuilder head = new StringBuilder();
            for (String line = reader.readLine(); line != null && !line.isEmpty(); line = reader.readLine()) {
                head.append(line).append('\n');
            }
            return head.toString();
        }
    }

    @Test
    void modulesOfAnEnterpriseApplicationShareLibrariesAndSeeNothingOfOneAnother() throws Exception {
        // Each module has a shape of its own; were the other's seen, the injection would be ambiguous. The library's
        // class is decorated by none.
        TestArchive ear = new TestArchive()
                .bytes(
                        "lib/shapes.jar",
                        new TestArchive()
                                .below("", Shape.class, Stamp.class, Added.class, Wizard.class)
                                .packed())
                .bytes(
                        "one.war",
                        new TestArchive()
                                .classes(ShapeServlet.class, Circle.class, StampListener.class)
                                .packed())
                .bytes(
                        "two.war",
                        new TestArchive()
                                .classes(ShapeServlet.class, Other.class)
                                .packed());
        deploy("shop.ear", ear);

        assertThat(get("/one/shape/describe")).isEqualTo("circle");
        assertThat(get("/one/shape/stamp")).isEqualTo("heard");
        assertThat(get("/two/shape/describe")).isEqualTo("other");
        assertThat(get("/two/shape/stamp")).isEmpty();
    }

    @Test
    void anAmbiguousBeanIsSaid() {
        assertThatThrownBy(() -> deploy("shapes.war", war(Circle.class).classes(Other.class, Needing.class)))
                .hasMessageContaining("WELD-001409")
                .hasMessageContaining("Needing.shape")
                .hasMessageContaining("Circle")
                .hasMessageContaining("Other");
    }
}
