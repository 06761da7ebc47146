package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import io.swagger.v3.parser.OpenAPIV3Parser;
import io.swagger.v3.parser.core.models.SwaggerParseResult;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests what a domain's servers answer against the interface's description of itself, which others have read too. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class OpenApiSystemIT {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final Path REFERENCE = Path.of("..", "docs", "reference", "openapi.json");
    /** Addresses of single things of which there are none: 404 is right. */
    private static final Pattern NOTHING_THERE = Pattern.compile("/none$|^batch/executions/");

    private static final String ADMIN = "AdminServer";
    private static final String MEMBER = "server-1";

    @TempDir
    static Path parent;

    private static LiveDomain domain;
    private static JsonNode document;

    @BeforeAll
    static void start() throws Exception {
        domain = LiveDomain.create(parent, 1)
                .configure(text -> text + "singleton-services:\n  counter:\n"
                        + "    class-name: io.keelson.examples.counter.CounterService\n"
                        + "data-sources:\n  shop:\n    url: jdbc:h2:mem:shop\n    user: shop\n"
                        + "jms-queues:\n  letters: {}\n");
        Files.write(
                Files.createDirectories(domain.directory().resolve("lib")).resolve("counter-service.jar"),
                WarFile.ofExample("counter-service", parent.resolve("classes"), "")
                        .packed());
        domain.launch(ADMIN, MEMBER);
        domain.awaitRunning(ADMIN, MEMBER);
        document = MAPPER.readTree(answer(ADMIN, "openapi.json").body());
    }

    @AfterAll
    static void stop() throws Exception {
        domain.close();
    }

    private static HttpResponse<String> answer(String server, String path) throws Exception {
        HttpResponse<String> answer = domain.manage(server, path);
        assertThat(answer.statusCode()).as(path + ": " + answer.body()).isEqualTo(200);
        return answer;
    }

    @Test
    void othersCanReadIt() {
        SwaggerParseResult read = new OpenAPIV3Parser().readContents(document.toString(), null, null);
        assertThat(read.getMessages()).isNullOrEmpty();
        assertThat(read.getOpenAPI().getPaths()).hasSize(document.get("paths").size());
        // The reader can say no.
        ObjectNode broken = document.deepCopy();
        ((ObjectNode) broken.at("/paths/~1server/get")).put("responses", "none");
        assertThat(new OpenAPIV3Parser()
                        .readContents(broken.toString(), null, null)
                        .getMessages())
                .isNotEmpty();
    }

    @Test
    void theReferenceIsUpToDate() throws Exception {
        String written = MAPPER.writer()
                        .with(SerializationFeature.INDENT_OUTPUT)
                        .writeValueAsString(document)
                        .replace("\r\n", "\n")
                + "\n";
        if (Boolean.getBoolean("keelson.docs.write")) {
            Files.writeString(REFERENCE, written);
        }
        assertThat(REFERENCE)
                .as("write it again with -Dkeelson.docs.write=true")
                .exists()
                .hasContent(written);
    }

    @Test
    void whatServersAnswerIsWhatIsSaid() throws Exception {
        WarFile war = WarFile.ofExample("session-counter", parent.resolve("counter"), "WEB-INF/classes/");
        domain.deploy(ADMIN, "counter", war);
        domain.deploy(MEMBER, "counter", war);
        domain.ask(MEMBER, "GET", "/counter/");
        HttpResponse<String> greeting = domain.send(
                ADMIN,
                "POST",
                "domain/deployments?name=greeting&targets=server-1",
                "application/octet-stream",
                new WarFile().text("index.html", "hello").packed());
        assertThat(greeting.statusCode()).as(greeting.body()).isEqualTo(201);
        assertThat(domain.startNode().exit()).isZero();
        try {
            whatServersAnswerNow();
            metricsAreWhatPrometheusReads();
        } finally {
            domain.cli("node", "stop");
        }
    }

    private static void whatServersAnswerNow() throws Exception {
        changeSomething();
        TreeSet<String> left = new TreeSet<>();
        for (Map.Entry<String, String> operation : addresses().entrySet()) {
            JsonNode content = document.at(
                    "/paths/" + operation.getKey().replace("/", "~1") + "/get/responses/200/content/application~1json");
            if (content.isMissingNode()) {
                left.add(operation.getKey());
                continue;
            }
            JsonSchema schema = strict(content.get("schema"));
            for (String server : List.of(ADMIN, MEMBER)) {
                HttpResponse<String> answer = domain.manage(server, operation.getValue());
                if (answer.statusCode() == 404
                        && (server.equals(MEMBER)
                                || NOTHING_THERE.matcher(operation.getValue()).find())) {
                    continue; // of the admin server only, or nothing of that kind is there now
                }
                assertThat(answer.statusCode())
                        .as(operation.getValue() + ": " + answer.body())
                        .isEqualTo(200);
                assertThat(schema.validate(MAPPER.readTree(answer.body())))
                        .as(server + " " + operation.getValue() + "\n" + answer.body())
                        .isEmpty();
                assertThat(schema.validate(MAPPER.readTree("{\"unheard-of\":1}")))
                        .as("the test can fail: " + operation.getKey())
                        .satisfies(wrong -> assertThat(
                                        !wrong.isEmpty() || operation.getKey().equals("/openapi.json"))
                                .isTrue());
            }
        }
        assertThat(left)
                .as("these answer no JSON")
                .containsExactly(
                        "/domain/archives/{name}",
                        "/events",
                        "/login/oidc",
                        "/login/oidc/return",
                        "/metrics",
                        "/revisions/{name}/diff");
    }

    /** In both formats, of what is there on servers that do something: nothing is without its type and its help. */
    private static void metricsAreWhatPrometheusReads() throws Exception {
        for (String server : List.of(ADMIN, MEMBER)) {
            for (boolean open : List.of(false, true)) {
                HttpResponse<String> page =
                        domain.manage(server, "metrics", open ? "application/openmetrics-text;version=1.0.0" : "*/*");
                assertThat(page.headers().firstValue("Content-Type").orElseThrow())
                        .startsWith(open ? "application/openmetrics-text; version=1.0.0" : "text/plain; version=0.0.4");
                Map<String, MetricsPage.Family> families = MetricsPage.read(page.body(), open);
                assertThat(families.values()).allSatisfy(family -> {
                    assertThat(family.type).as(family.name).isIn("counter", "gauge", "histogram");
                    assertThat(family.help).as(family.name).endsWith(".");
                });
                assertThat(families)
                        .containsKeys("keelson_process_uptime_seconds", "keelson_http_duration_seconds")
                        .containsKey("keelson_work_managers_completed" + (open ? "" : "_total"));
            }
        }
        Map<String, MetricsPage.Family> families =
                MetricsPage.read(domain.manage(MEMBER, "metrics").body(), false);
        assertThat(families.get("keelson_http_requests_total").samples)
                .filteredOn(one -> "counter".equals(one.labels().get("application"))
                        && "2xx".equals(one.labels().get("status")))
                .singleElement()
                .satisfies(one -> assertThat(one.value()).isPositive());
        String broken = "# TYPE a gauge\na{x=\"1\"} 1\n# TYPE b gauge\nb{} 1\na{x=\"2\"} 1\n";
        assertThatThrownBy(() -> MetricsPage.read(broken, false))
                .as("the reader can say no")
                .isInstanceOf(IllegalArgumentException.class);
    }

    /** So that the edit session and the revisions have something to show. */
    private static void changeSomething() throws Exception {
        HttpResponse<String> ann = domain.send(
                ADMIN,
                "PUT",
                "security/users/ann",
                "application/json",
                "{\"password\":\"a long one\",\"groups\":[\"staff\"]}".getBytes(StandardCharsets.UTF_8));
        assertThat(ann.statusCode()).as(ann.body()).isEqualTo(201);
        sent("POST", "edit", "{}");
        sent("PUT", "edit/value", "{\"path\":\"servers.server-1.listen-address\",\"value\":\"localhost\"}");
        sent("POST", "edit/activate", "{\"comment\":\"for the test\"}");
        sent("POST", "edit", "{}");
        sent("PUT", "edit/value", "{\"path\":\"servers.server-1.listen-port\",\"value\":99999999}");
        sent("POST", "server/sessions/look", "{\"id\":\"nobody\"}");
    }

    private static void sent(String method, String path, String body) throws Exception {
        HttpResponse<String> answer =
                domain.send(ADMIN, method, path, "application/json", body.getBytes(StandardCharsets.UTF_8));
        if (answer.statusCode() == 200) {
            JsonNode content = document.at("/paths/~1" + path.replace("/", "~1") + "/" + method.toLowerCase()
                    + "/responses/200/content/application~1json");
            assertThat(strict(content.get("schema")).validate(MAPPER.readTree(answer.body())))
                    .as(path + ": " + answer.body())
                    .isEmpty();
        } else {
            JsonNode problem = document.at("/components/schemas/problem");
            assertThat(strict(problem).validate(MAPPER.readTree(answer.body())))
                    .as(path + ": " + answer.body())
                    .isEmpty();
        }
    }

    /** The addresses of all that can be looked at, by the paths of the description. */
    private static Map<String, String> addresses() {
        Map<String, String> names = new LinkedHashMap<>(Map.of(
                "/deployments/{name}", "deployments/counter",
                "/domain/deployments/{name}", "domain/deployments/greeting",
                "/domain/archives/{name}", "domain/archives/none",
                "/revisions/{name}", "revisions/1",
                "/revisions/{name}/diff", "revisions/1/diff",
                "/singletons/{name}/history", "singletons/counter/history",
                "/server/sessions/budgets/{name}", "server/sessions/budgets/counter",
                "/server/runtime/{name}", "server/runtime/sessions",
                "/domain/servers/{name}/output", "domain/servers/server-1/output",
                "/domain/clusters/{name}/restart", "domain/clusters/cluster-1/restart"));
        names.put("/domain/clusters/{name}/scale", "domain/clusters/cluster-1/scale");
        names.put("/domain/clusters/{name}", "domain/clusters/cluster-1");
        names.put("/domain/servers/{name}", "domain/servers/server-1");
        names.put("/security/users/{name}", "security/users/ann");
        names.put("/transactions/{name}", "transactions/none");
        names.put("/caches/{name}", "caches/none");
        names.put("/caches/{name}/entries/{name2}", "caches/none/entries/none");
        names.put("/batch/executions/{name}", "batch/executions/1");
        names.put("/jms/destinations/{name}/messages", "jms/destinations/letters/messages");
        names.put("/jms/destinations/{name}/export", "jms/destinations/letters/export");
        Map<String, String> addresses = new LinkedHashMap<>();
        Iterator<String> paths = document.get("paths").fieldNames();
        while (paths.hasNext()) {
            String path = paths.next();
            if (document.at("/paths/" + path.replace("/", "~1") + "/get").isMissingNode() || path.contains("{rest}")) {
                continue;
            }
            String address = path.contains("{") ? names.get(path) : path.substring(1);
            assertThat(address)
                    .as("an address for " + path + ", so that it is tried")
                    .isNotNull();
            addresses.put(path, address.equals("server/threads") ? address + "?format=json" : address);
        }
        return addresses;
    }

    /** The schema with everything that it refers to, which also refuses what it does not name. */
    private static JsonSchema strict(JsonNode schema) {
        ObjectNode whole = schema.deepCopy();
        whole.set("components", document.get("components").deepCopy());
        List<JsonNode> nodes = new ArrayList<>(List.of(whole));
        for (int i = 0; i < nodes.size(); i++) {
            nodes.get(i).forEach(nodes::add);
            if (nodes.get(i) instanceof ObjectNode object
                    && object.path("type").asText().equals("object")
                    && object.has("properties")) {
                object.put("additionalProperties", false);
            }
        }
        return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012).getSchema(whole);
    }
}
