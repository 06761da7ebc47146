package io.keelson.admin.change;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.admin.RunningServer;
import io.keelson.admin.domain.DomainDirectory;
import io.keelson.kernel.config.Model;
import io.keelson.kernel.config.ModelDescription;
import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import java.io.StringReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Random edits of every kind of setting of a server: those that are valid are activated, the others change nothing. */
@Timeout(120)
class AnyEditIT {
    private static final int EDITS = Integer.getInteger("keelson.edits", 60);

    private final HttpClient client = HttpClient.newHttpClient();
    private final long seed = Long.getLong("seed", System.nanoTime());
    private final Random random = new Random(seed);

    @TempDir
    Path directory;

    private record Setting(String path, Map<?, ?> key) {}

    private static List<Setting> settings() {
        List<Setting> settings = new ArrayList<>();
        Map<String, Object> model = ModelDescription.of(Model.load(AnyEditIT.class.getClassLoader()));
        for (Object section : (List<?>) model.get("sections")) {
            String path = String.valueOf(((Map<?, ?>) section).get("path"));
            if (path.equals("servers.*") || path.equals("work-managers.*") || path.startsWith("servers.*.")) {
                String at = path.replace("servers.*", "servers.AdminServer").replace("*", "one");
                keys(at, (Map<?, ?>) section, settings);
            }
        }
        return settings;
    }

    private static void keys(String at, Map<?, ?> group, List<Setting> settings) {
        for (Object each : (List<?>) group.get("keys")) {
            Map<?, ?> key = (Map<?, ?>) each;
            String path = at + "." + key.get("name");
            if (key.containsKey("keys")) {
                keys(path, key, settings);
            } else {
                settings.add(new Setting(path, key));
            }
        }
    }

    /** A value that the type takes, near the default so that the server can go on; empty for types that are not tried. */
    private String valid(Map<?, ?> key) {
        if ("jmx-port".equals(key.get("name"))) {
            return ""; // only a server with TLS takes one, which this one is without
        }
        Object usual = key.get("default");
        String near = usual == null ? "" : usual.toString();
        return switch (String.valueOf(key.get("type"))) {
            case "boolean" -> String.valueOf(random.nextBoolean());
            case "integer" -> near.matches("\\d+") ? String.valueOf(Long.parseLong(near) + random.nextInt(2)) : near;
            case "duration" ->
                near.matches("\\d+s") && !near.equals("0s")
                        ? Long.parseLong(near.replace("s", "")) + random.nextInt(2) + "s"
                        : near;
            case "size" -> near;
            case "enum" -> {
                List<?> values = (List<?>) key.get("values");
                yield String.valueOf(values.get(random.nextInt(values.size())));
            }
            default -> "";
        };
    }

    @Test
    void validEditsAreActivatedAndOthersChangeNothing() throws Exception {
        DomainDirectory domain = DomainDirectory.create(directory.resolve("domain"));
        List<Setting> settings = settings();
        assertThat(settings).hasSizeGreaterThan(40);
        int activated = 0;
        int refused = 0;
        try (RunningServer server = RunningServer.start(domain, Map.of())) {
            int revision = 1;
            for (int i = 0; i < EDITS; i++) {
                String what = "seed " + seed + ", edit " + i;
                String before = Files.readString(domain.configuration());
                Setting setting = settings.get(random.nextInt(settings.size()));
                String fine = valid(setting.key());
                if (fine.isEmpty()) {
                    continue;
                }
                String value = random.nextInt(4) == 0 ? "?? wrong" : fine;
                ask(server, domain, "POST", "edit", null);
                JsonObjectBuilder body =
                        Json.createObjectBuilder().add("path", setting.path()).add("value", value);
                HttpResponse<String> edited = ask(server, domain, "PUT", "edit/value", body.build());
                boolean good = edited.statusCode() == 200
                        && json(edited).getJsonArray("problems").isEmpty();
                boolean same = edited.statusCode() == 200
                        && json(edited).getJsonArray("changes").isEmpty();
                HttpResponse<String> done = ask(
                        server,
                        domain,
                        "POST",
                        "edit/activate",
                        Json.createObjectBuilder().build());
                if (good && !same) {
                    assertThat(done.statusCode())
                            .as(what + ' ' + setting.path() + ' ' + value + ' ' + done.body())
                            .isEqualTo(200);
                    assertThat(done.body()).as(what).doesNotContain("\"refused\"");
                    assertThat(json(done).getInt("revision")).as(what).isEqualTo(++revision);
                    activated++;
                } else {
                    assertThat(done.statusCode()).as(what + ' ' + done.body()).isGreaterThanOrEqualTo(400);
                    assertThat(Files.readString(domain.configuration()))
                            .as(what)
                            .isEqualTo(before);
                    ask(server, domain, "DELETE", "edit", null);
                    refused++;
                }
                assertThat(json(ask(server, domain, "GET", "domain", null)).getInt("revision"))
                        .as(what)
                        .isEqualTo(revision);
            }
        }
        assertThat(activated).as("seed " + seed).isGreaterThan(EDITS / 6);
        assertThat(refused).as("seed " + seed).isPositive();
    }

    private static JsonObject json(HttpResponse<String> answer) {
        return Json.createReader(new StringReader(answer.body())).readObject();
    }

    private HttpResponse<String> ask(
            RunningServer server, DomainDirectory domain, String method, String path, JsonObject body)
            throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create("http://" + server.address() + "/management/v1/" + path))
                .header("Authorization", domain.token().authorization());
        if (body == null) {
            request.method(method, HttpRequest.BodyPublishers.noBody());
        } else {
            request.header("Content-Type", "application/json")
                    .method(method, HttpRequest.BodyPublishers.ofString(body.toString()));
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }
}
