package io.keelson.ee.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import io.keelson.deploy.Deployer;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.ee.rest.shop.Api;
import io.keelson.ee.rest.shop.Badges;
import io.keelson.ee.rest.shop.Bare;
import io.keelson.ee.rest.shop.EncodedApi;
import io.keelson.ee.rest.shop.Guarded;
import io.keelson.ee.rest.shop.Item;
import io.keelson.ee.rest.shop.Items;
import io.keelson.ee.rest.shop.Label;
import io.keelson.ee.rest.shop.Labels;
import io.keelson.ee.rest.shop.MissingException;
import io.keelson.ee.rest.shop.MissingMapper;
import io.keelson.ee.rest.shop.Plain;
import io.keelson.ee.rest.shop.Store;
import io.keelson.ee.rest.shop.Streams;
import io.keelson.ee.rest.shop.TypedServlet;
import io.keelson.ee.rest.shop.Unservable;
import io.keelson.ee.rest.shop.Visits;
import io.keelson.testkit.TestArchive;
import io.keelson.testkit.TestServer;
import java.lang.ref.WeakReference;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Applications with resources on a whole server, with the parts cdi, jpa, json and validation beside it. */
@Timeout(300)
class RestIT {
    private static final String UNIT = "<persistence xmlns=\"https://jakarta.ee/xml/ns/persistence\" version=\"3.2\">"
            + "<persistence-unit name=\"shop\"><properties><property "
            + "name=\"jakarta.persistence.schema-generation.database.action\" value=\"drop-and-create\"/></properties>"
            + "</persistence-unit></persistence>";

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

    private static TestArchive shop() {
        return new TestArchive()
                .classes(
                        Api.class,
                        Item.class,
                        Items.class,
                        Store.class,
                        MissingException.class,
                        MissingMapper.class,
                        Streams.class)
                .text("WEB-INF/classes/META-INF/persistence.xml", UNIT);
    }

    private static void deploy(String name, TestArchive war) throws Exception {
        server.service(Deployer.class).deploy(name, war.write(directory.resolve(name + ".war")), null);
    }

    private HttpResponse<String> get(String path) throws Exception {
        return client.send(HttpRequest.newBuilder(server.uri(path)).build(), BodyHandlers.ofString());
    }

    private HttpResponse<String> post(String path, String type, String body) throws Exception {
        return client.send(
                HttpRequest.newBuilder(server.uri(path))
                        .header("Content-Type", type)
                        .POST(BodyPublishers.ofString(body))
                        .build(),
                BodyHandlers.ofString());
    }

    private HttpResponse<String> json(String path, String body) throws Exception {
        return post(path, "application/json", body);
    }

    @Test
    void anApplicationWhoseResourcesCannotBeServedIsRefused() {
        assertThatThrownBy(() -> deploy("shop", shop().classes(Unservable.class)))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining("the resources of io.keelson.ee.rest.shop.Api cannot be served: ");
    }

    /** A short answer is not cut into chunks: nothing flushes it before its end. */
    private static void assertHasLength(HttpResponse<String> answer) {
        assertThat(answer.headers().firstValue("Content-Length"))
                .as(answer.headers().toString())
                .hasValue(String.valueOf(answer.body().length()));
    }

    @Test
    void resourcesWithoutAnApplicationAreAtTheContextRootBesideFiles() throws Exception {
        deploy(
                "rootless",
                new TestArchive()
                        .classes(Plain.class)
                        .text("index.html", "<p>home</p>")
                        .text("WEB-INF/beans.xml", "<beans/>"));

        assertThat(get("/rootless/index.html").body()).isEqualTo("<p>home</p>");
        assertThat(get("/rootless/").body()).isEqualTo("<p>home</p>");
        assertThat(get("/rootless/plain").statusCode()).isEqualTo(200);
        assertThat(get("/rootless/nowhere").statusCode()).isEqualTo(404);
    }

    private int guarded(String method, String badge) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(server.uri("/guarded/api/guarded/" + method));
        if (!badge.isEmpty()) {
            request.header("Badge", badge);
        }
        return client.send(request.build(), BodyHandlers.ofString()).statusCode();
    }

    @ParameterizedTest
    @CsvSource({
        "class, '', 403",
        "class, clerk, 200",
        "class, boss, 403",
        "method, '', 403",
        "method, clerk, 403",
        "method, boss, 200",
        "method, owner, 200",
        "all, '', 200",
        "all, boss, 200",
        "none, '', 403",
        "none, clerk, 403"
    })
    void rolesOfAnnotationsDecideWhoMayCallAResource(String method, String badge, int expected) throws Exception {
        deploy("guarded", new TestArchive().classes(Api.class, Guarded.class, Badges.class));

        assertThat(guarded(method, badge)).isEqualTo(expected);
    }

    @Test
    void resourcesAreBeansWithPersistenceAndJson() throws Exception {
        deploy("shop", shop());

        HttpResponse<String> added = json("/shop/api/items", "{\"name\":\"pen\",\"cost\":3}");
        assertThat(added.statusCode()).as(added.body()).isEqualTo(201);
        assertThat(added.body()).isEqualTo("{\"cost\":3,\"name\":\"pen\"}");
        assertThat(added.headers().firstValue("Location"))
                .hasValueSatisfying(location -> assertThat(location).endsWith("/shop/api/items/pen"));
        assertHasLength(added);
        HttpResponse<String> all = get("/shop/api/items");
        assertHasLength(all);
        assertThat(all.body()).isEqualTo("[{\"cost\":3,\"name\":\"pen\"}]");
        assertThat(all.headers().firstValue("Content-Type")).hasValue("application/json");
        assertThat(get("/shop/api/items/pen").body()).isEqualTo("{\"cost\":3,\"name\":\"pen\"}");
    }

    @Test
    void anInstanceServesAsManyRequestsAsItsScopeSays() throws Exception {
        deploy(
                "shop",
                shop().classes(
                                Visits.class,
                                Visits.OfRequest.class,
                                Visits.OfApplication.class,
                                Visits.OfSpecial.class,
                                Visits.OfNone.class));

        for (int i = 1; i < 4; i++) {
            assertThat(get("/shop/api/visits/of-request").body()).isEqualTo("1");
            assertThat(get("/shop/api/visits/of-application").body()).isEqualTo(String.valueOf(i));
            assertThat(get("/shop/api/visits/of-special").body()).isEqualTo(String.valueOf(i));
            assertThat(get("/shop/api/visits/dependent").body()).isEqualTo("1");
        }
    }

    @Test
    void providersAreBeans() throws Exception {
        deploy("shop", shop());

        HttpResponse<String> missing = get("/shop/api/items/ink");
        assertThat(missing.statusCode()).isEqualTo(404);
        assertThat(missing.body()).isEqualTo("no ink among 0");
    }

    @Test
    void violationsAreProblems() throws Exception {
        deploy("shop", shop());

        HttpResponse<String> refused = json("/shop/api/items", "{\"name\":\"\",\"cost\":-3}");
        assertThat(refused.statusCode()).as(refused.body()).isEqualTo(400);
        assertThat(refused.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        assertThat(refused.body())
                .isEqualTo("{\"type\":\"about:blank\",\"title\":\"Bad Request\",\"status\":400,\"violations\":["
                        + "{\"property\":\"item.name\",\"message\":\"must not be blank\"},"
                        + "{\"property\":\"item.price\",\"message\":\"must be greater than 0\"}]}");
        assertThat(get("/shop/api/items/much-too-long-a-name").statusCode()).isEqualTo(400);
        assertThat(get("/shop/api/items/twice?of=5").body()).isEqualTo("10");
        HttpResponse<String> ours = get("/shop/api/items/twice?of=6");
        assertThat(ours.statusCode()).isEqualTo(500);
        assertThat(ours.body()).doesNotContain("less than");
    }

    @Test
    void theMessageOfAnExceptionThatNobodyMapsStaysInTheLog() throws Exception {
        deploy("shop", shop());

        HttpResponse<String> failed = get("/shop/api/items/secret");
        assertThat(failed.statusCode()).isEqualTo(500);
        assertThat(failed.body()).isEmpty();
        assertThat(get("/shop/api/items/secret?status=418").statusCode()).isEqualTo(418);
    }

    @Test
    void aBodyThatIsNoneIsABadRequest() throws Exception {
        deploy("shop", shop());

        assertThat(json("/shop/api/items", "{\"name\":").statusCode()).isEqualTo(400);
        assertThat(json("/shop/api/items", "").statusCode()).isEqualTo(400);
        assertThat(json("/shop/api/streams/values", "[1]").statusCode()).isEqualTo(400);
        assertThat(json("/shop/api/streams/values", "{").statusCode()).isEqualTo(400);
        assertThat(post("/shop/api/items", "text/plain", "pen").statusCode()).isEqualTo(415);
        assertThat(get("/shop/api/absent").statusCode()).isEqualTo(404);
    }

    @Test
    void answersMayComeLaterAndInParts() throws Exception {
        deploy("shop", shop());

        assertThat(get("/shop/api/streams/suspended").body()).isEqualTo("resumed");
        assertThat(get("/shop/api/streams/stage").body()).isEqualTo("staged");
        assertThat(get("/shop//api///streams/suspended").body()).isEqualTo("resumed");
        HttpResponse<String> events = get("/shop/api/streams/events");
        assertThat(events.headers().firstValue("Content-Type")).hasValue("text/event-stream");
        assertThat(events.body().lines().filter(line -> !line.isBlank()))
                .containsExactly("event: number", "data: 0", "event: number", "data: 1", "event: number", "data: 2");
        assertThat(json("/shop/api/streams/values", "{\"a\":1}").body()).isEqualTo("{\"a\":1,\"seen\":true}");
    }

    @Test
    void anAnswerWhoseTypeNobodySaysHasThatOfItsWriter() throws Exception {
        deploy("shop", shop());

        HttpResponse<String> value = get("/shop/api/streams/unsaid/value");
        assertThat(value.body()).isEqualTo("{\"a\":1}");
        assertThat(value.headers().firstValue("Content-Type")).hasValue("application/json");
        HttpResponse<String> objects = get("/shop/api/streams/unsaid/objects");
        assertThat(objects.body()).isEqualTo("[{\"cost\":3,\"name\":\"pen\"}]");
        assertThat(objects.headers().firstValue("Content-Type")).hasValue("application/json");
        HttpResponse<String> resumed = get("/shop/api/streams/suspended");
        assertThat(resumed.headers().firstValue("Content-Type")).hasValue("application/octet-stream");
    }

    @Test
    void bodiesMayBeXml() throws Exception {
        deploy("shop", shop().classes(Label.class, Labels.class));

        HttpResponse<String> label = post("/shop/api/labels", "application/xml", "<label language=\"de\">abc</label>");
        assertThat(label.statusCode()).as(label.body()).isEqualTo(200);
        assertThat(label.headers().firstValue("Content-Type"))
                .hasValueSatisfying(type -> assertThat(type).startsWith("application/xml"));
        assertThat(label.body())
                .isEqualTo("<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>"
                        + "<label language=\"de\">cba</label>");
        assertHasLength(label);
        HttpResponse<String> element = post("/shop/api/labels/element", "text/xml", "<name>pen</name>");
        assertThat(element.body()).endsWith("<seen>name pen</seen>");
        assertThat(element.headers().firstValue("Content-Type"))
                .hasValueSatisfying(type -> assertThat(type).startsWith("application/xml"));
        assertThat(post("/shop/api/labels/tag", "text/xml", "<any><text>new</text></any>")
                        .body())
                .endsWith("<tag><text>new!</text></tag>");
        assertThat(get("/shop/api/labels/client").body()).isEqualTo("cba");
        assertThat(get("/shop/api/labels/own").body()).endsWith("<label/>");
    }

    /** Lists, sets and arrays of what is bound have one element around them, whatever its name. */
    @Test
    void collectionsAreReadAndWrittenInXml() throws Exception {
        deploy("shop", shop().classes(Label.class, Labels.class));
        String head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>";
        for (String between : new String[] {"", "\n  "}) {
            String body =
                    "<labels>" + between + "<label>a</label>" + between + "<label>b</label>" + between + "</labels>";
            HttpResponse<String> list = post("/shop/api/labels/list", "application/xml", body);
            assertThat(list.body()).isEqualTo(head + "<collection><label>b</label><label>a</label></collection>");
            assertHasLength(list);
            assertThat(post("/shop/api/labels/set", "text/xml", body).body())
                    .isEqualTo(head + "<collection><tag><text>a</text></tag><tag><text>b</text></tag></collection>");
        }
        assertThat(post("/shop/api/labels/list", "application/xml", "<labels/>").body())
                .isEqualTo(head + "<collection></collection>");
        for (String wrong :
                new String[] {"<labels><other/></labels>", "<labels>text</labels>", "<labels><label>", ""}) {
            assertThat(post("/shop/api/labels/list", "application/xml", wrong).statusCode())
                    .as(wrong)
                    .isEqualTo(400);
        }
    }

    @Test
    void aBodyThatIsNoXmlIsABadRequest() throws Exception {
        deploy("shop", shop().classes(Label.class, Labels.class));
        String document = "<!DOCTYPE label [<!ENTITY e SYSTEM \"" + directory.toUri() + "\">]><label>&e;</label>";

        assertThat(post("/shop/api/labels", "application/xml", "").statusCode()).isEqualTo(400);
        assertThat(post("/shop/api/labels/element", "text/xml", "").statusCode())
                .isEqualTo(400);
        assertThat(post("/shop/api/labels", "application/xml", "<label").statusCode())
                .isEqualTo(400);
        assertThat(post("/shop/api/labels", "application/xml", "<other/>").statusCode())
                .isEqualTo(400);
        assertThat(post("/shop/api/labels", "application/xml", document).statusCode())
                .isEqualTo(400);
        assertThat(post("/shop/api/labels", "application/xml;charset=no-such", "<label/>")
                        .statusCode())
                .isEqualTo(400);
        assertThat(post("/shop/api/labels", "text/plain", "<label/>").statusCode())
                .isEqualTo(415);
    }

    @Test
    void formsHaveParts() throws Exception {
        deploy("shop", shop());
        String body = "--B\r\n"
                + "Content-Disposition: form-data; name=\"text\"\r\n\r\n"
                + "hello\r\n"
                + "--B\r\n"
                + "Content-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\n"
                + "Content-Type: text/plain\r\n\r\n"
                + "content\r\n"
                + "--B--\r\n";

        HttpResponse<String> answer = post("/shop/api/streams/parts", "multipart/form-data; boundary=B", body);

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("hello a.txt content");
    }

    /** RFC 7578, 5.1: browsers write parts in UTF-8 and do not say so. */
    @Test
    void partsWithoutACharsetAreUtf8() throws Exception {
        deploy("shop", shop());
        String body = "--B\r\n"
                + "Content-Disposition: form-data; name=\"text\"\r\n\r\n"
                + "Zo\u00eb \u20ac\r\n"
                + "--B\r\n"
                + "Content-Disposition: form-data; name=\"file\"; filename=\"\u00e4.txt\"\r\n"
                + "Content-Type: text/plain; charset=ISO-8859-1\r\n\r\n"
                + "content\r\n"
                + "--B--\r\n";

        HttpResponse<String> answer = post("/shop/api/streams/parts", "multipart/form-data; boundary=B", body);

        assertThat(answer.body()).isEqualTo("Zo\u00eb \u20ac \u00e4.txt content");
    }

    /** The same of parts that have a type, as clients of REST write them. */
    @Test
    void partsWithATypeAndNoCharsetAreUtf8() throws Exception {
        deploy("shop", shop());
        String body = "--B\r\n"
                + "Content-Disposition: form-data; name=\"text\"\r\n"
                + "Content-Type: text/plain\r\n\r\n"
                + "Zo\u00eb \u20ac\r\n"
                + "--B\r\n"
                + "Content-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\n"
                + "Content-Type: text/plain; charset=ISO-8859-1\r\n\r\n"
                + "content\r\n"
                + "--B--\r\n";

        HttpResponse<String> answer = post("/shop/api/streams/parts", "multipart/form-data; boundary=B", body);

        assertThat(answer.body()).isEqualTo("Zo\u00eb \u20ac a.txt content");
    }

    @Test
    void anAnswerHasParts() throws Exception {
        deploy("shop", shop());

        HttpResponse<String> answer = get("/shop/api/streams/parts");

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type"))
                .hasValueSatisfying(type -> assertThat(type).startsWith("multipart/form-data"));
        assertThat(answer.body().lines())
                .contains("hello", "{\"a\":1}")
                .anyMatch(line -> line.contains("name=\"text\""))
                .anyMatch(line -> line.contains("name=\"json\""));
    }

    @Test
    void anApplicationThatHasNoResourceMayUseTheTypesOfTheApi() throws Exception {
        deploy("typed", new TestArchive().classes(TypedServlet.class));

        assertThat(get("/typed/typed").body()).isEqualTo("text/plain;charset=UTF-8");
    }

    @Test
    void resourcesWithoutCdiHaveWhatTheyAskFor() throws Exception {
        deploy("bare", new TestArchive().classes(Bare.class, Bare.Api.class));

        assertThat(get("/bare/api/bare").body()).isEqualTo("bare true /bare");
    }

    @Test
    void theClientAsks() throws Exception {
        deploy("shop", shop());

        assertThat(get("/shop/api/streams/client").body()).isEqualTo("asked: staged");
    }

    /** The server that is asked is the JDK's, which says no type by itself. */
    @Test
    void theClientReadsJsonWithoutAType() throws Exception {
        deploy("shop", shop());
        HttpServer other = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        other.createContext("/", exchange -> {
            byte[] body = "{\"a\":1}".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        other.start();
        try {
            String address = "http://127.0.0.1:" + other.getAddress().getPort() + "/";

            assertThat(get("/shop/api/streams/untyped?of=" + address).body()).isEqualTo("asked: {\"a\":1}");
        } finally {
            other.stop(0);
        }
    }

    @Test
    void nothingIsLeftAfterRedeployments() throws Exception {
        List<WeakReference<?>> loaders = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            deploy("shop", shop().classes(Label.class, Labels.class));
            assertThat(json("/shop/api/items", "{\"name\":\"pen\",\"cost\":3}").statusCode())
                    .isEqualTo(201);
            assertThat(json("/shop/api/items", "{\"cost\":-3}").statusCode()).isEqualTo(400);
            assertThat(get("/shop/api/streams/events").body()).contains("data: 2");
            assertThat(get("/shop/api/streams/suspended").body()).isEqualTo("resumed");
            assertThat(get("/shop/api/streams/client").body()).isEqualTo("asked: staged");
            assertThat(get("/shop/api/streams/later").body()).isEqualTo("staged");
            assertThat(get("/shop/api/labels/client").body()).isEqualTo("cba");
            assertThat(get("/shop/api/streams/remember").body()).isEqualTo("remembered");
            loaders.add((WeakReference<?>) System.getProperties().remove("keelson.test.loader"));
        }
        server.service(Deployer.class).undeploy("shop");
        await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
            System.gc();
            assertThat(loaders.stream().map(WeakReference::get).filter(Objects::nonNull))
                    .isEmpty();
        });
    }

    @Test
    void withoutCdiResourcesAreMadeByRest() throws Exception {
        deploy("plain", new TestArchive().classes(Api.class, Plain.class));

        assertThat(get("/plain/api/plain").body()).isEqualTo("plain");
    }

    @Test
    void thePathOfAnApplicationMayBeEncoded() throws Exception {
        deploy("plain", new TestArchive().classes(EncodedApi.class, Plain.class));

        for (String path : List.of("my%20api!", "my%20api%21", "%6dy%20%61pi%21")) {
            HttpResponse<String> answer = get("/plain/" + path + "/plain");
            assertThat(answer.statusCode()).as(path).isEqualTo(200);
            assertThat(answer.body()).isEqualTo("plain");
        }
        assertThat(get("/plain/my%20api/plain").statusCode()).isEqualTo(404);
    }

    @Test
    void withoutAnApplicationADescriptorMapsAllResources() throws Exception {
        deploy(
                "plain",
                new TestArchive()
                        .classes(Plain.class)
                        .text(
                                "WEB-INF/web.xml",
                                "<web-app xmlns=\"https://jakarta.ee/xml/ns/jakartaee\""
                                        + " version=\"6.1\"><servlet-mapping>"
                                        + "<servlet-name>jakarta.ws.rs.core.Application</servlet-name>"
                                        + "<url-pattern>/rest/*</url-pattern></servlet-mapping></web-app>"));

        assertThat(get("/plain/rest/plain").body()).isEqualTo("plain");
    }
}
