package io.keelson.ee.microprofile;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.deploy.Deployer;
import io.keelson.ee.microprofile.described.Article;
import io.keelson.ee.microprofile.described.ArticleResource;
import io.keelson.ee.microprofile.described.FailingFilter;
import io.keelson.ee.microprofile.described.Filter;
import io.keelson.ee.microprofile.described.OwnServlet;
import io.keelson.ee.microprofile.described.PlainResource;
import io.keelson.ee.microprofile.described.Reader;
import io.keelson.ee.microprofile.described.StoreApi;
import io.keelson.ee.microprofile.shop.Price;
import io.keelson.ee.microprofile.shop.PriceMissing;
import io.keelson.ee.microprofile.shop.PriceResource;
import io.keelson.ee.microprofile.shop.ShopApi;
import io.keelson.testkit.TestArchive;
import io.keelson.testkit.TestServer;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.servers.Server;
import io.swagger.v3.parser.OpenAPIV3Parser;
import io.swagger.v3.parser.core.models.SwaggerParseResult;
import jakarta.json.Json;
import jakarta.json.JsonObject;
import java.io.StringReader;
import java.math.BigDecimal;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Descriptions of applications on a whole server, as Swagger's parser reads them. */
@Timeout(300)
class OpenApiIT {
    private static final String CONFIG = "WEB-INF/classes/META-INF/microprofile-config.properties";

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

    private static TestArchive store() {
        return new TestArchive().classes(StoreApi.class, ArticleResource.class, Article.class);
    }

    private static void deploy(String name, TestArchive war) throws Exception {
        server.service(Deployer.class).deploy(name, war.write(directory.resolve(name + ".war")), null);
    }

    private HttpResponse<String> get(String path, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(server.uri(path));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.build(), BodyHandlers.ofString());
    }

    private int statusOf(TestServer of, String path) throws Exception {
        return client.send(HttpRequest.newBuilder(of.uri(path)).build(), BodyHandlers.ofString())
                .statusCode();
    }

    /** Returns what a parser that has nothing to do with the server makes of a document, which has to be without a fault. */
    private OpenAPI read(String path) throws Exception {
        HttpResponse<String> answer = get(path);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        SwaggerParseResult read = new OpenAPIV3Parser().readContents(answer.body());
        assertThat(read.getMessages()).as(answer.body()).isNullOrEmpty();
        return read.getOpenAPI();
    }

    private JsonObject json(String path) throws Exception {
        HttpResponse<String> answer = get(path, "Accept", "application/json");
        assertThat(answer.headers().firstValue("Content-Type").orElse("")).startsWith("application/json");
        try (var reader = Json.createReader(new StringReader(answer.body()))) {
            return reader.readObject();
        }
    }

    @Test
    void resourcesAreDescribedWithoutAndWithAnnotations() throws Exception {
        deploy("store", store());

        OpenAPI document = read("/store/openapi");
        assertThat(document.getInfo().getTitle()).isEqualTo("The store");
        assertThat(document.getInfo().getVersion()).isEqualTo("2.3");
        assertThat(document.getServers()).extracting(Server::getUrl).containsExactly("/store");
        assertThat(document.getPaths().keySet()).containsExactlyInAnyOrder("/api/articles", "/api/articles/{id}");
        Operation list = document.getPaths().get("/api/articles").getGet();
        assertThat(list.getSummary()).isEqualTo("Lists articles");
        assertThat(list.getTags()).containsExactly("articles");
        assertThat(list.getParameters())
                .extracting(parameter -> parameter.getIn() + " " + parameter.getName())
                .containsExactlyInAnyOrder("query page", "header X-Shop");
        assertThat(document.getPaths()
                        .get("/api/articles/{id}")
                        .getGet()
                        .getResponses()
                        .get("404")
                        .getDescription())
                .isEqualTo("There is no such article");
    }

    @Test
    @SuppressWarnings("rawtypes")
    void constraintsAndBindingShowInSchemas() throws Exception {
        deploy("store", store());

        OpenAPI document = read("/store/openapi");
        Schema<?> article = document.getComponents().getSchemas().get("Article");
        assertThat(article.getDescription()).isEqualTo("Something that is sold");
        assertThat(article.getRequired()).containsExactly("name");
        assertThat(article.getProperties()).containsOnlyKeys("name", "cur", "price");
        Schema name = article.getProperties().get("name");
        assertThat(name.getMinLength()).isEqualTo(2);
        assertThat(name.getMaxLength()).isEqualTo(40);
        assertThat(article.getProperties().get("cur").getPattern()).isEqualTo("[A-Z]{3}");
        assertThat(article.getProperties().get("price").getMinimum()).isEqualTo(BigDecimal.ZERO);
        Schema page = document.getPaths().get("/api/articles").getGet().getParameters().stream()
                .filter(parameter -> parameter.getName().equals("page"))
                .findFirst()
                .orElseThrow()
                .getSchema();
        assertThat(page.getMaximum()).isEqualTo(BigDecimal.valueOf(100));
        assertThat(page.getDefault()).isEqualTo(1);
    }

    @Test
    void constraintsAreLeftOutWhereTheConfigurationSaysSo() throws Exception {
        deploy("store", store().text(CONFIG, "mp.openapi.scan.beanvalidation=false\n"));

        assertThat(read("/store/openapi")
                        .getComponents()
                        .getSchemas()
                        .get("Article")
                        .getRequired())
                .isNull();
    }

    @Test
    void theFormatIsThatOfTheParameterOrOfTheAcceptField() throws Exception {
        deploy("store", store());

        for (String path : List.of("/store/openapi", "/openapi")) {
            assertThat(get(path).body()).startsWith("openapi: 3.1");
            assertThat(get(path).headers().firstValue("Content-Type").orElse(""))
                    .startsWith("application/yaml");
            assertThat(get(path, "Accept", "application/json").body()).startsWith("{");
            assertThat(get(path + "?format=json").body()).startsWith("{");
            assertThat(get(path + "?format=YAML", "Accept", "application/json").body())
                    .startsWith("openapi:");
            assertThat(get(path + "?format=xml").statusCode()).isEqualTo(400);
        }
    }

    @Test
    void theServerRefusesWhatItDoesNotKnow() throws Exception {
        assertThat(get("/openapi").statusCode()).isEqualTo(404);
        deploy("store", store());

        assertThat(get("/openapi/absent").statusCode()).isEqualTo(404);
        HttpResponse<String> posted = client.send(
                HttpRequest.newBuilder(server.uri("/openapi"))
                        .POST(BodyPublishers.ofString("x"))
                        .build(),
                BodyHandlers.ofString());
        assertThat(posted.statusCode()).isEqualTo(405);
        assertThat(posted.headers().firstValue("Allow")).hasValue("GET, HEAD");
        server.service(Deployer.class).undeploy("store");
        assertThat(get("/openapi").statusCode()).isEqualTo(404);
    }

    @Test
    void oneDocumentIsThatOfTheServer() throws Exception {
        deploy("store", store());

        assertThat(get("/openapi").body()).isEqualTo(get("/store/openapi").body());
    }

    @Test
    void documentsOfSeveralModulesAreMerged() throws Exception {
        deploy("store", store());
        deploy("plain", new TestArchive().classes(ShopApi.class, PlainResource.class));

        OpenAPI merged = read("/openapi");
        assertThat(merged.getPaths().keySet())
                .containsExactlyInAnyOrder("/store/api/articles", "/store/api/articles/{id}", "/plain/api/articles");
        assertThat(merged.getComponents().getSchemas()).containsOnlyKeys("Article", "Article2");
        assertThat(merged.getPaths().get("/plain/api/articles").getGet().getOperationId())
                .isEqualTo("list2");
        JsonObject json = json("/openapi");
        assertThat(json.getJsonObject("paths")
                        .getJsonObject("/plain/api/articles")
                        .toString())
                .contains("#/components/schemas/Article2");
        assertThat(json.getJsonObject("components")
                        .getJsonObject("schemas")
                        .getJsonObject("Article2")
                        .toString())
                .contains("title");
        server.service(Deployer.class).undeploy("plain");
        assertThat(read("/openapi").getPaths().keySet())
                .containsExactlyInAnyOrder("/api/articles", "/api/articles/{id}");
    }

    @Test
    void staticFileReaderAndFilterJoinWithTheAnnotations() throws Exception {
        deploy(
                "store",
                store().classes(Reader.class, Filter.class)
                        .text("WEB-INF/classes/META-INF/openapi.yaml", """
                                openapi: 3.1.0
                                info: {title: From the file, version: "9"}
                                paths:
                                  /file:
                                    get:
                                      responses:
                                        "200": {description: fine}
                                """)
                        .text(
                                CONFIG,
                                "mp.openapi.model.reader=" + Reader.class.getName() + "\nmp.openapi.filter="
                                        + Filter.class.getName() + "\nstore.read=/read\n"));

        OpenAPI document = read("/store/openapi");
        assertThat(document.getPaths().keySet())
                .containsExactlyInAnyOrder("/api/articles", "/api/articles/{id}", "/file", "/read");
        document.getPaths().values().stream()
                .flatMap(item -> item.readOperations().stream())
                .forEach(operation -> assertThat(operation.getExtensions()).containsEntry("x-filtered", true));
    }

    @Test
    void aStaticFileAloneIsADocument() throws Exception {
        deploy(
                "legacy",
                new TestArchive()
                        .text(
                                "META-INF/openapi.json",
                                "{\"openapi\": \"3.1.0\", \"info\": {\"title\": \"Old\","
                                        + " \"version\": \"1\"}, \"paths\": {\"/x\": {\"get\": {\"responses\":"
                                        + " {\"200\": {\"description\": \"fine\"}}}}}}"));

        assertThat(read("/legacy/openapi").getPaths()).containsOnlyKeys("/x");
    }

    @Test
    void theConfigurationSaysServersAndWhatIsScanned() throws Exception {
        deploy(
                "store",
                store().classes(PlainResource.class)
                        .text(
                                CONFIG,
                                "mp.openapi.servers=https://store.example.org\nmp.openapi.scan.exclude.classes="
                                        + PlainResource.class.getName() + "\n"));
        deploy("plain", new TestArchive().classes(ShopApi.class, PlainResource.class));

        assertThat(read("/store/openapi").getServers())
                .extracting(Server::getUrl)
                .containsExactly("https://store.example.org");
        OpenAPI merged = read("/openapi");
        assertThat(merged.getPaths().get("/api/articles").getServers())
                .extracting(Server::getUrl)
                .containsExactly("https://store.example.org");
        assertThat(merged.getPaths()).containsKey("/plain/api/articles");
    }

    @Test
    void theConfigurationMayLieBesideTheClasses() throws Exception {
        String beside = "META-INF/microprofile-config.properties";
        deploy("store", store().text(beside, "mp.openapi.servers=https://beside.example.org\n"));
        deploy(
                "other",
                store().text(
                                beside,
                                "mp.openapi.servers=https://beside.example.org\nmp.openapi.scan.beanvalidation=false\n")
                        .text(CONFIG, "mp.openapi.servers=https://within.example.org\n"));

        assertThat(read("/store/openapi").getServers())
                .extracting(Server::getUrl)
                .containsExactly("https://beside.example.org");
        OpenAPI other = read("/other/openapi");
        assertThat(other.getServers()).extracting(Server::getUrl).containsExactly("https://within.example.org");
        assertThat(other.getComponents().getSchemas().get("Article").getRequired())
                .isNull();
    }

    @Test
    void aModuleKeepsItsOwnAnswer() throws Exception {
        deploy("store", store().classes(OwnServlet.class));

        assertThat(get("/store/openapi").body()).isEqualTo("my own");
        assertThat(read("/openapi").getPaths()).containsKey("/api/articles");
    }

    @Test
    void constraintsOfTheModuleProtectItsDocument() throws Exception {
        deploy("store", store().text("WEB-INF/web.xml", """
                                <web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="6.1">
                                  <security-constraint>
                                    <web-resource-collection>
                                      <web-resource-name>all</web-resource-name>
                                      <url-pattern>/openapi</url-pattern>
                                    </web-resource-collection>
                                    <auth-constraint/>
                                  </security-constraint>
                                </web-app>
                                """));

        assertThat(get("/store/openapi").statusCode()).isEqualTo(403);
    }

    @Test
    void aDocumentThatCannotBeMadeIsAnErrorOfItsModule() throws Exception {
        deploy(
                "broken",
                store().classes(FailingFilter.class)
                        .text(CONFIG, "mp.openapi.filter=" + FailingFilter.class.getName() + "\n"));
        deploy("plain", new TestArchive().classes(ShopApi.class, PlainResource.class));

        assertThat(get("/broken/openapi").statusCode()).isEqualTo(500);
        assertThat(get("/broken/api/articles").statusCode()).isEqualTo(200);
        assertThat(read("/openapi").getPaths()).containsOnlyKeys("/api/articles");
    }

    @Test
    void nothingIsServedWhereNothingRefersToMicroProfileOrTheConfigurationSaysNo() throws Exception {
        deploy("shop", new TestArchive().classes(ShopApi.class, PriceResource.class, Price.class, PriceMissing.class));
        deploy("store", store().text(CONFIG, "mp.openapi.extensions.enabled=false\n"));

        assertThat(get("/shop/openapi").statusCode()).isEqualTo(404);
        assertThat(get("/store/openapi").statusCode()).isEqualTo(404);
        assertThat(get("/openapi").statusCode()).isEqualTo(404);
    }

    @Test
    void theServerMayDescribeAllResources() throws Exception {
        TestArchive shop =
                new TestArchive().classes(ShopApi.class, PriceResource.class, Price.class, PriceMissing.class);
        try (TestServer describing = TestServer.builder()
                .set("deployment.describe-resources", "true")
                .start()) {
            Deployer deployer = describing.service(Deployer.class);
            deployer.deploy("shop", shop.write(directory.resolve("described.war")), null);
            deployer.deploy(
                    "page", new TestArchive().text("index.html", "page").write(directory.resolve("page.war")), null);

            assertThat(statusOf(describing, "/shop/openapi")).isEqualTo(200);
            assertThat(statusOf(describing, "/shop/api/prices/pen")).isEqualTo(200);
            assertThat(statusOf(describing, "/page/openapi")).isEqualTo(404);
            assertThat(statusOf(describing, "/page/index.html")).isEqualTo(200);
        }
    }
}
