package io.keelson.ee.faces;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keelson.deploy.Deployer;
import io.keelson.ee.faces.guests.Asked;
import io.keelson.ee.faces.guests.Checkout;
import io.keelson.ee.faces.guests.Contexts;
import io.keelson.ee.faces.guests.Guestbook;
import io.keelson.ee.faces.guests.Names;
import io.keelson.ee.faces.guests.News;
import io.keelson.ee.faces.guests.NoShouting;
import io.keelson.ee.faces.guests.Phases;
import io.keelson.ee.faces.guests.PoliteConverter;
import io.keelson.ee.faces.guests.Settings;
import io.keelson.ee.faces.guests.Started;
import io.keelson.ee.faces.guests.Trip;
import io.keelson.ee.faces.guests.Upload;
import io.keelson.ee.faces.guests.Where;
import io.keelson.testkit.TestArchive;
import io.keelson.testkit.TestServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ref.WeakReference;
import java.net.CookieManager;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Applications with pages of Faces on a whole server, with the parts cdi, pages, websocket and validation beside it. */
@Timeout(300)
class FacesIT {
    private static final Path PAGES = Path.of("src/test/resources/guests");
    private static final Pattern HIDDEN =
            Pattern.compile("<input type=\"hidden\" name=\"([^\"]+)\"[^>]*value=\"([^\"]*)\"");
    private static final String PUSH = "<context-param><param-name>jakarta.faces.ENABLE_WEBSOCKET_ENDPOINT</param-name>"
            + "<param-value>true</param-value></context-param>";

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

    private static TestArchive pages() throws IOException {
        TestArchive war = new TestArchive();
        try (Stream<Path> files = Files.walk(PAGES)) {
            files.filter(Files::isRegularFile).sorted().forEach(file -> {
                try {
                    war.bytes(PAGES.relativize(file).toString().replace('\\', '/'), Files.readAllBytes(file));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
        return war;
    }

    private static TestArchive guests() throws IOException {
        return pages().classes(
                        Guestbook.class,
                        Names.class,
                        NoShouting.class,
                        PoliteConverter.class,
                        Checkout.class,
                        News.class);
    }

    private static String webXml(String content) {
        return "<web-app xmlns=\"https://jakarta.ee/xml/ns/jakartaee\" version=\"6.1\">" + content + "</web-app>";
    }

    private static void deploy(TestArchive war) throws Exception {
        server.service(Deployer.class).deploy("guests", war.write(directory.resolve("guests.war")), null);
    }

    private HttpResponse<String> get(String path) throws Exception {
        return client.send(HttpRequest.newBuilder(server.uri("/guests/" + path)).build(), BodyHandlers.ofString());
    }

    /** Submits the form of a page, with its hidden fields. */
    private HttpResponse<String> submit(String page, String html, Map<String, String> fields, boolean ajax)
            throws Exception {
        Map<String, String> all = new LinkedHashMap<>();
        Matcher hidden = HIDDEN.matcher(html);
        while (hidden.find()) {
            all.put(hidden.group(1), hidden.group(2));
        }
        all.putAll(fields);
        String body = all.entrySet().stream()
                .map(each -> each.getKey() + "=" + URLEncoder.encode(each.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
        Matcher action = Pattern.compile("action=\"([^\"]+)\"").matcher(html);
        String target = action.find() ? action.group(1).replace("&amp;", "&") : "/guests/" + page;
        HttpRequest.Builder request = HttpRequest.newBuilder(server.uri(target))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(body));
        if (ajax) {
            request.header("Faces-Request", "partial/ajax");
        }
        return client.send(request.build(), BodyHandlers.ofString());
    }

    @Test
    void pagesWithoutADescriptorUseBeansTemplatesTagsAndResources() throws Exception {
        deploy(guests().classes(Settings.class));

        String page = get("index.xhtml").body();
        assertThat(page)
                .contains(
                        "<title>guests sign here</title>",
                        "<p>template</p>",
                        "clicks 0 of /guests",
                        "<p>tags work</p>");
        assertThat(get("jakarta.faces.resource/faces.js.xhtml?ln=jakarta.faces").body())
                .contains("faces.ajax");
        assertThat(get("jakarta.faces.resource/guests.css.xhtml?ln=css").body()).contains("color: black");
        assertThat(get("contracted.xhtml").body()).contains("plain contract").contains("framed");

        String clicked = submit("index.xhtml", page, Map.of("book:name", "Ada", "book:click", "click"), false)
                .body();
        assertThat(clicked).contains("clicks 1 of");
        assertThat(submit("index.xhtml", clicked, Map.of("book:name", "Ada", "book:click", "click"), false)
                        .body())
                .as("the view's bean is the same")
                .contains("clicks 2 of");
        assertThat(submit("index.xhtml", clicked, Map.of("book:leave", "leave"), false)
                        .headers()
                        .firstValue("Location"))
                .get()
                .asString()
                .contains("/guests/bye.xhtml");
    }

    @Test
    void anApplicationsOwnProducerOfAContextComesBeforeFaces() throws Exception {
        deploy(guests().classes(Settings.class, Contexts.class, Where.class)
                .text("where.xhtml", "<html xmlns=\"http://www.w3.org/1999/xhtml\">#{where.path}</html>"));

        assertThat(get("where.xhtml").body()).contains("/where.xhtml /where.xhtml false");
    }

    @Test
    void pagesOfOlderVersionsUseVerbatim() throws Exception {
        TestArchive war = guests().classes(Settings.class);
        List<String> spaces =
                List.of("http://java.sun.com/jsf/core", "http://xmlns.jcp.org/jsf/core", "jakarta.faces.core");
        for (int i = 0; i < spaces.size(); i++) {
            war.text("old" + i + ".xhtml", """
                    <html xmlns="http://www.w3.org/1999/xhtml" xmlns:f="%s">
                    <f:verbatim><b>as it is #{1 + 1}</b></f:verbatim><f:verbatim rendered="false">hidden</f:verbatim></html>
                    """.formatted(spaces.get(i)));
        }
        deploy(war);

        for (int i = 0; i < spaces.size(); i++) {
            assertThat(get("old" + i + ".xhtml").body())
                    .contains("<b>as it is 2</b>")
                    .doesNotContain("hidden", "verbatim");
        }
    }

    @Test
    void ajaxSubmitsAreConvertedValidatedAndAnsweredInPart() throws Exception {
        deploy(guests().classes(Settings.class));
        String page = get("index.xhtml").body();
        Map<String, String> ajax = Map.of(
                "jakarta.faces.behavior.event", "action",
                "jakarta.faces.source", "book:sign",
                "jakarta.faces.partial.ajax", "true",
                "jakarta.faces.partial.execute", "book",
                "jakarta.faces.partial.render", "book:list book",
                "book:sign", "sign");

        assertThat(submit("index.xhtml", page, with(ajax, "x"), true).body())
                .as("constraint of the bean")
                .startsWith("<?xml")
                .contains("a name has two letters");
        assertThat(submit("index.xhtml", page, with(ajax, "LOUD"), true).body())
                .as("validator with a bean")
                .contains("dear LOUD, do not shout");
        assertThat(submit("index.xhtml", page, with(ajax, "Grace"), true).body())
                .as("converter with a bean, and the injected context")
                .contains("<partial-response")
                .contains("dear Grace")
                .contains("signed by Grace");
    }

    private static Map<String, String> with(Map<String, String> fields, String name) {
        Map<String, String> all = new LinkedHashMap<>(fields);
        all.put("book:name", name);
        return all;
    }

    @Test
    void flowsKeepTheirBeansUntilTheyReturn() throws Exception {
        deploy(guests().classes(Settings.class));

        String first = submit("start.xhtml", get("start.xhtml").body(), Map.of("f:go", "go"), false)
                .body();
        String second =
                submit("start.xhtml", first, Map.of("f:again", "again"), false).body();

        assertThat(first).contains("step 1");
        assertThat(second).contains("step 2");
        assertThat(second).contains(first.replaceAll("(?s).*<p>(flow \\d+)</p>.*", "$1"));
        assertThat(submit("checkout/checkout.xhtml", second, Map.of("f:done", "done"), false)
                        .body())
                .contains("bye outside");
    }

    @Test
    void formsAndRedirectsTakeTheirConversationAlong() throws Exception {
        deploy(new TestArchive().classes(Settings.class, Trip.class).text("trip.xhtml", """
                        <html xmlns="http://www.w3.org/1999/xhtml" xmlns:h="jakarta.faces.html"><h:head/><h:body>
                        <p>steps #{trip.steps}</p><h:link outcome="trip" value="link"/>
                        <h:form id="f"><h:commandButton id="begin" value="b" action="#{trip.begin}"/>
                        <h:commandButton id="step" value="s" action="#{trip.step}"/>
                        <h:commandButton id="elsewhere" value="e" action="#{trip.elsewhere}"/>
                        <h:commandButton id="end" value="x" action="#{trip.end}"/></h:form></h:body></html>
                        """));

        String page = get("trip.xhtml").body();
        assertThat(page).contains("steps 0").doesNotContain("cid=");
        page = submit("trip.xhtml", page, Map.of("f:step", "s"), false).body();
        assertThat(page).as("a conversation ends with its request").contains("steps 1");
        page = submit("trip.xhtml", page, Map.of("f:begin", "b"), false).body();
        assertThat(page).contains("steps 1", "action=\"/guests/trip.xhtml?cid=1\"", "href=\"/guests/trip.xhtml\"");
        page = submit("trip.xhtml", page, Map.of("f:step", "s"), false).body();
        assertThat(page).contains("steps 2");
        HttpResponse<String> redirect = submit("trip.xhtml", page, Map.of("f:elsewhere", "e"), false);
        String there = redirect.headers().firstValue("Location").orElseThrow();
        assertThat(there).endsWith("/guests/trip.xhtml?cid=1");
        page = get("trip.xhtml?cid=1").body();
        assertThat(page).contains("steps 3");
        page = submit("trip.xhtml", page, Map.of("f:end", "x"), false).body();
        assertThat(page).contains("steps 4", "action=\"/guests/trip.xhtml\"").doesNotContain("cid=");
    }

    @Test
    void messagesArePushedToThePage() throws Exception {
        deploy(guests().text("WEB-INF/web.xml", webXml(PUSH)).text("WEB-INF/faces-config.xml", facesConfig()));
        Matcher url = Pattern.compile("jakarta.faces.push/news\\?[0-9a-f-]+")
                .matcher(get("news.xhtml").body());
        assertThat(url.find()).isTrue();
        BlockingQueue<String> messages = new LinkedBlockingQueue<>();
        URI http = server.uri("/guests/" + url.group());
        WebSocket socket = client.newWebSocketBuilder()
                .buildAsync(URI.create("ws" + http.toString().substring(4)), new WebSocket.Listener() {
                    @Override
                    public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
                        messages.add(data.toString());
                        from.request(1);
                        return null;
                    }
                })
                .get(30, TimeUnit.SECONDS);

        await().until(() -> get("tell").body(), "1"::equals);

        assertThat(messages.poll(30, TimeUnit.SECONDS)).isEqualTo("{\"data\":\"fresh\"}");
        socket.abort();
    }

    private static String facesConfig() {
        return "<faces-config xmlns=\"https://jakarta.ee/xml/ns/jakartaee\" version=\"4.1\"/>";
    }

    @Test
    void webXmlMapsTheServletAndKeepsStateInTheClient() throws Exception {
        deploy(guests().text(
                        "WEB-INF/web.xml",
                        webXml("<context-param><param-name>jakarta.faces.STATE_SAVING_METHOD</param-name>"
                                + "<param-value>client</param-value></context-param>"
                                + "<servlet><servlet-name>faces</servlet-name>"
                                + "<servlet-class>jakarta.faces.webapp.FacesServlet</servlet-class></servlet>"
                                + "<servlet-mapping><servlet-name>faces</servlet-name><url-pattern>*.html</url-pattern>"
                                + "</servlet-mapping>")));

        String page = get("start.html").body();
        assertThat(page.replaceAll("(?s).*ViewState:0\" value=\"([^\"]*)\".*", "$1"))
                .hasSizeGreaterThan(100);
        assertThat(submit("start.html", page, Map.of("f:go", "go"), false).body())
                .contains("step 1");
        assertThat(get("start.xhtml").body())
                .as("no mapping of our own beside it")
                .contains("<h:form");
    }

    /** Scripts send text in UTF-8, and with files they do not say so. */
    @Test
    void ajaxIsUtf8() throws Exception {
        deploy(guests().text(
                        "echo.xhtml",
                        "<html xmlns=\"http://www.w3.org/1999/xhtml\" xmlns:h=\"jakarta.faces.html\"><h:head/><h:body>"
                                + "<h:form id=\"f\"><h:panelGroup id=\"p\">#{param.n}</h:panelGroup>"
                                + "<h:commandButton id=\"go\" value=\"go\"/></h:form></h:body></html>"));

        HttpResponse<String> answer = submit(
                "echo.xhtml",
                get("echo.xhtml").body(),
                Map.of(
                        "n", "zo\u20ac",
                        "jakarta.faces.source", "f:go",
                        "jakarta.faces.partial.execute", "f:go",
                        "jakarta.faces.partial.render", "f:p",
                        "jakarta.faces.partial.ajax", "true"),
                true);

        assertThat(answer.headers().firstValue("Content-Type").orElseThrow()).containsIgnoringCase("charset=UTF-8");
        assertThat(answer.body()).contains("zo\u20ac");
    }

    /** The expression of a composite component's action is part of the state. */
    @Test
    void expressionsAreKeptInTheClient() throws Exception {
        String namespaces = "<html xmlns=\"http://www.w3.org/1999/xhtml\" xmlns:h=\"jakarta.faces.html\""
                + " xmlns:cc=\"jakarta.faces.composite\" xmlns:own=\"jakarta.faces.composite/own\">";
        deploy(guests().classes(Trip.class)
                .text(
                        "WEB-INF/web.xml",
                        webXml("<context-param><param-name>jakarta.faces.STATE_SAVING_METHOD</param-name>"
                                + "<param-value>client</param-value></context-param>"))
                .text(
                        "resources/own/walk.xhtml",
                        namespaces + "<cc:interface><cc:attribute name=\"act\" method-signature=\"void act()\""
                                + " targets=\"go\"/></cc:interface><cc:implementation>"
                                + "<h:commandButton id=\"go\" value=\"go\" action=\"#{cc.attrs.act}\"/></cc:implementation></html>")
                .text(
                        "walk.xhtml",
                        namespaces + "<h:head/><h:body><h:form id=\"f\">steps #{trip.steps} "
                                + "<own:walk id=\"w\" act=\"#{trip.step}\"/></h:form></h:body></html>"));

        String page = get("walk.xhtml").body();
        for (int i = 0; i < 2; i++) {
            HttpResponse<String> answer = submit("walk.xhtml", page, Map.of("f:w:go", "go"), false);
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
            page = answer.body();
            assertThat(page).contains("steps 1");
        }
    }

    /** The state is what a client sends, and a client sends what it likes. */
    @ParameterizedTest
    @ValueSource(strings = {"server", "client"})
    void stateThatCannotBeReadIsAViewThatHasExpired(String method) throws Exception {
        deploy(guests().text(
                        "WEB-INF/web.xml",
                        webXml("<context-param><param-name>jakarta.faces.STATE_SAVING_METHOD</param-name><param-value>"
                                + method + "</param-value></context-param><error-page><exception-type>"
                                + "jakarta.faces.application.ViewExpiredException</exception-type>"
                                + "<location>/expired.txt</location></error-page>"))
                .text("expired.txt", "come again"));
        String page = get("start.xhtml").body();

        for (String garbage :
                List.of("garbage", "1:x", ":", "", "-5:7", "rO0ABQ==", "H4sIAAAAAAAA/w==", "\u20ac:\u20ac")) {
            HttpResponse<String> answer =
                    submit("start.xhtml", page, Map.of("jakarta.faces.ViewState", garbage, "f:go", "go"), false);
            assertThat(answer.body()).as(garbage).isEqualTo("come again");
        }
        assertThat(submit("start.xhtml", page, Map.of("f:go", "go"), false).body())
                .contains("step 1");
    }

    /** Values that were sent stay with their component until all are valid, which a file cannot. */
    @ParameterizedTest
    @ValueSource(strings = {"server", "client"})
    void aFormWithAFileCanBeSentAgainWhenItWasNotValid(String method) throws Exception {
        deploy(guests().classes(Upload.class)
                .text(
                        "WEB-INF/web.xml",
                        webXml("<context-param><param-name>jakarta.faces.STATE_SAVING_METHOD</param-name><param-value>"
                                + method + "</param-value></context-param><context-param><param-name>"
                                + "jakarta.faces.SERIALIZE_SERVER_STATE</param-name><param-value>true</param-value>"
                                + "</context-param>"))
                .text(
                        "upload.xhtml",
                        "<html xmlns=\"http://www.w3.org/1999/xhtml\" xmlns:h=\"jakarta.faces.html\"><h:head/><h:body>"
                                + "<h:form id=\"f\" enctype=\"multipart/form-data\"><h:messages/>"
                                + "<h:inputText id=\"n\" value=\"#{upload.name}\" required=\"true\" requiredMessage=\"name!\"/>"
                                + "<h:inputFile id=\"file\" value=\"#{upload.file}\"/><h:commandButton id=\"go\" value=\"go\""
                                + " action=\"#{upload.read}\"/></h:form><p>#{upload.text}</p></h:body></html>"));

        HttpResponse<String> answer = upload(get("upload.xhtml").body(), "", "first");
        assertThat(answer.body()).contains("name!");
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(upload(answer.body(), "Ada", "second").body()).contains("<p>Ada second</p>");
    }

    private HttpResponse<String> upload(String page, String name, String content) throws Exception {
        Map<String, String> all = new LinkedHashMap<>();
        Matcher hidden = HIDDEN.matcher(page);
        while (hidden.find()) {
            all.put(hidden.group(1), hidden.group(2));
        }
        all.put("f:n", name);
        all.put("f:go", "go");
        StringBuilder body = new StringBuilder();
        all.forEach(
                (field, value) -> body.append("--B\r\nContent-Disposition: form-data; name=\"" + field + "\"\r\n\r\n")
                        .append(value)
                        .append("\r\n"));
        body.append(
                "--B\r\nContent-Disposition: form-data; name=\"f:file\"; filename=\"a.txt\"\r\nContent-Type: text/plain"
                        + "\r\n\r\n" + content + "\r\n--B--\r\n");
        return client.send(
                HttpRequest.newBuilder(server.uri("/guests/upload.xhtml"))
                        .header("Content-Type", "multipart/form-data; boundary=B")
                        .POST(BodyPublishers.ofString(body.toString()))
                        .build(),
                BodyHandlers.ofString());
    }

    /** Stands for PrimeFaces, which asks for it at the start. */
    @Test
    void aListenerOfFacesSeesTheWholeContextAtTheStart() throws Exception {
        deploy(guests().classes(Started.class)
                .text(
                        "WEB-INF/faces-config.xml",
                        "<faces-config xmlns=\"https://jakarta.ee/xml/ns/jakartaee\" version=\"4.1\"><application>"
                                + "<system-event-listener><system-event-listener-class>" + Started.class.getName()
                                + "</system-event-listener-class><system-event-class>"
                                + "jakarta.faces.event.PostConstructApplicationEvent</system-event-class>"
                                + "</system-event-listener></application></faces-config>")
                .text(
                        "cookie.xhtml",
                        "<html xmlns=\"http://www.w3.org/1999/xhtml\">#{applicationScope.httpOnly} cookie</html>"));

        assertThat(get("cookie.xhtml").body()).contains("true cookie");
    }

    @Test
    void aManagedPropertyAloneGetsFaces() throws Exception {
        deploy(new TestArchive().classes(Asked.class).text("index.html", "deployed"));
        assertThat(get("index.html").body()).isEqualTo("deployed");
    }

    @Test
    void anApplicationWithoutFacesGetsNone() throws Exception {
        deploy(new TestArchive().text("index.xhtml", "<p>plain</p>"));

        assertThat(get("index.xhtml").body()).isEqualTo("<p>plain</p>");
    }

    /** The class of the root of views keeps the first lifecycle that it needs. */
    @Test
    void aLifecycleLeavesWithItsApplication() throws Exception {
        deploy(guests().classes(Phases.class)
                .text(
                        "WEB-INF/faces-config.xml",
                        "<faces-config xmlns=\"https://jakarta.ee/xml/ns/jakartaee\" version=\"4.1\"><lifecycle><phase-listener>"
                                + Phases.class.getName() + "</phase-listener></lifecycle></faces-config>")
                .text(
                        "phases.xhtml",
                        "<html xmlns=\"http://www.w3.org/1999/xhtml\" xmlns:f=\"jakarta.faces.core\">"
                                + "<f:view beforePhase=\"#{phases.before}\">phase #{phases.seen}</f:view></html>"));
        assertThat(get("phases.xhtml").body()).contains("phase RENDER_RESPONSE");
        get("tell");
        WeakReference<?> loader = (WeakReference<?>) System.getProperties().remove("keelson.test.loader");

        server.service(Deployer.class).undeploy("guests");

        await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
            System.gc();
            assertThat(loader.get()).isNull();
        });
    }

    @Test
    void redeploymentsLeaveNoLoader() throws Exception {
        List<WeakReference<?>> loaders = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            deploy(guests().classes(Settings.class));
            String page = get("index.xhtml").body();
            submit("index.xhtml", page, Map.of("book:name", "Ada", "book:click", "click"), false);
            submit("start.xhtml", get("start.xhtml").body(), Map.of("f:go", "go"), false);
            get("tell");
            loaders.add((WeakReference<?>) System.getProperties().remove("keelson.test.loader"));
        }
        server.service(Deployer.class).undeploy("guests");
        await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
            System.gc();
            assertThat(loaders.stream().map(WeakReference::get).filter(Objects::nonNull))
                    .isEmpty();
        });
    }
}
