package io.keelson.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.admin.rest.Route;
import io.keelson.admin.rest.Router;
import io.keelson.kernel.management.Role;
import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.json.JsonReader;
import jakarta.json.JsonValue;
import java.io.StringReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The interface's description of itself against its operations, the parameters that they know and the reference page. */
@Timeout(60)
class OpenApiIT {
    private static final Set<String> METHODS = Set.of("get", "put", "post", "delete", "patch");
    private static final Pattern KNOWN = Pattern.compile("(?:known are |there are none here)(.*)");

    @TempDir
    static Path directory;

    private static RunningServer server;
    private static Router router;
    private static JsonObject document;

    @BeforeAll
    static void start() throws Exception {
        server = RunningServer.start(directory.resolve("domain"), Map.of());
        router = server.server().find(Router.class).orElseThrow();
        HttpResponse<String> answer = get("/openapi.json");
        assertThat(answer.statusCode()).isEqualTo(200);
        document = parse(answer.body());
    }

    @AfterAll
    static void stop() throws Exception {
        server.close();
    }

    private static HttpResponse<String> get(String path) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://" + server.address() + "/management/v1" + path))
                .header("Authorization", server.domain().token().authorization())
                .build();
        return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    }

    private static JsonObject parse(String text) {
        try (JsonReader reader = Json.createReader(new StringReader(text))) {
            return reader.readObject();
        }
    }

    private static String stars(String path) {
        return path.replaceAll("\\{[^}]*}", "*").replace("**", "*");
    }

    @Test
    void everyOperationIsDescribedWithItsRole() {
        assertThat(document.getString("openapi")).isEqualTo("3.1.0");
        Set<String> described = new TreeSet<>();
        Set<String> ids = new HashSet<>();
        document.getJsonObject("paths")
                .forEach((path, item) -> item.asJsonObject().forEach((method, value) -> {
                    assertThat(METHODS).contains(method);
                    JsonObject operation = value.asJsonObject();
                    described.add(method.toUpperCase(Locale.ROOT) + " " + stars(path) + " "
                            + operation.getString("x-keelson-role", "-"));
                    assertThat(ids.add(operation.getString("operationId")))
                            .as(path)
                            .isTrue();
                    assertThat(inPath(operation)).as(path).isEqualTo(variables(path));
                }));
        Set<String> there = new TreeSet<>();
        for (Route route : router.routes()) {
            Role least = route.least();
            there.add(route.method() + " /" + stars(route.address()) + " " + (least == null ? "-" : least.text()));
        }
        assertThat(described).isEqualTo(there).isNotEmpty();
    }

    private static Set<String> inPath(JsonObject operation) {
        return operation.getJsonArray("parameters").stream()
                .map(JsonValue::asJsonObject)
                .filter(one -> one.getString("in").equals("path"))
                .map(one -> one.getString("name"))
                .collect(Collectors.toSet());
    }

    private static Set<String> variables(String path) {
        return Pattern.compile("\\{([^}]+)}")
                .matcher(path)
                .results()
                .map(found -> found.group(1))
                .collect(Collectors.toSet());
    }

    @Test
    void everyOperationSaysWhatItDoesAndAnswers() {
        for (Route route : router.routes()) {
            assertThat(route.operation().summary())
                    .as("Route.says(...) of " + route.address())
                    .isNotEmpty();
            assertThat(route.operation().answers())
                    .as("Route.answers(...) of " + route.address())
                    .isNotEmpty();
        }
    }

    /** The server says which it knows when it gets one that it does not. */
    @Test
    void theParametersOfTheQueryAreThoseThatAreKnown() throws Exception {
        int looked = 0;
        for (Map.Entry<String, JsonValue> path : document.getJsonObject("paths").entrySet()) {
            JsonObject operation = path.getValue().asJsonObject().getJsonObject("get");
            if (operation == null || path.getKey().contains("{rest}")) {
                continue;
            }
            HttpResponse<String> refused = get(path.getKey().replace("{name}", "1") + "?no-such-parameter=");
            if (refused.statusCode() == 404) {
                continue;
            }
            assertThat(refused.statusCode()).as(path.getKey()).isEqualTo(400);
            Matcher known = KNOWN.matcher(parse(refused.body()).getString("detail"));
            assertThat(known.find()).as(refused.body()).isTrue();
            Set<String> said = operation.getJsonArray("parameters").stream()
                    .map(JsonValue::asJsonObject)
                    .filter(one -> one.getString("in").equals("query"))
                    .map(one -> one.getString("name"))
                    .collect(Collectors.toSet());
            assertThat(said)
                    .as(path.getKey())
                    .isEqualTo(Arrays.stream(known.group(1).split(", "))
                            .filter(name -> !name.isEmpty())
                            .collect(Collectors.toSet()));
            looked++;
        }
        assertThat(looked).isGreaterThan(15);
    }

    @Test
    void theReferencePageHasEveryOperation() throws Exception {
        Set<String> written = Files.readAllLines(Path.of("..", "docs", "reference", "management.md")).stream()
                .filter(line -> line.startsWith("| `"))
                .flatMap(line -> methods(line.split(" \\| ")[0]))
                .map(operation -> stars(operation).replace("NAME", "*").replaceFirst("/\\*/\\.\\.\\.$", "/*/*"))
                .collect(Collectors.toSet());
        Set<String> there = router.routes().stream()
                .map(route -> route.method() + " " + stars(route.address()))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(written).containsAll(there);
    }

    /** {@code `GET`, `PUT x/y?a=b`} are two operations. */
    private static Stream<String> methods(String cell) {
        String[] parts = cell.replaceAll("[|` ]+", " ").strip().split(" ?, ");
        String path = parts[parts.length - 1].replaceFirst("^[A-Z]+ ", "").replaceFirst("\\?.*", "");
        return Arrays.stream(parts)
                .map(part -> part.contains(" ") ? part.replaceFirst("\\?.*", "") : part + " " + path)
                .map(String::strip);
    }
}
