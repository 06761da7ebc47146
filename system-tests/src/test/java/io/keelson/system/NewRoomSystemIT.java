package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keelson.kernel.config.JsonSchema;
import io.keelson.kernel.config.Model;
import io.keelson.kernel.config.ModelReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.management.Attribute;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A room that administration has never heard of: its record has resources, commands and a reference page, and its state is shown,
 * without a line about it anywhere. Its form in the console: {@link ConsoleSystemIT}.
 */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class NewRoomSystemIT {
    private static final String PATH = "fountains.garden.height";

    @TempDir
    Path parent;

    @Test
    void aRoomWithANewRecordIsThereForWhoeverAdministrates() throws Exception {
        try (LiveDomain domain = LiveDomain.create(parent, 0).from(NewRoom.distribution(parent))) {
            domain.launch("AdminServer");
            domain.awaitRunning("AdminServer");

            assertThat(get(domain, "model"))
                    .contains(
                            "{\"path\":\"fountains.*\",\"help\":\"A fountain, which nobody but a test has.\"",
                            "{\"name\":\"height\",\"type\":\"integer\",\"min\":\"1\",\"max\":\"40\",\"help\":\"How "
                                    + "high the water goes, in metres.\"",
                            "\"values\":[\"still\",\"on\"]");
            assertThat(domain.cli("config", "set", PATH, "41", "--activate").text())
                    .contains("expected a whole number from 1 to 40");
            LiveServer.Said set = domain.cli("config", "set", PATH, "5", "--activate");
            assertThat(set.exit()).as(set.text()).isZero();
            assertThat(set.text()).contains("AdminServer  applied");
            assertThat(Files.readString(domain.directory().resolve("domain.yaml")))
                    .contains("fountains:\n  garden:\n    height: 5\n");
            assertThat(domain.cli("config", "get", PATH).text()).contains("5");

            sent(domain, "POST", "edit", "{}");
            sent(domain, "PUT", "edit/value", "{\"path\":\"fountains.garden.pause\",\"value\":\"45s\"}");
            sent(domain, "POST", "edit/activate", "{}");
            assertThat(get(domain, "config?path=fountains"))
                    .contains("\"effective\":{\"garden\":{\"height\":5,\"pause\":\"45s\",\"basin\":\"64KiB\"");

            assertThat(get(domain, "server/runtime/fountains"))
                    .isEqualTo("{\"fountains\":[{\"name\":\"garden\",\"height\":5,\"pause-millis\":45000,\"jets\":7,"
                            + "\"lit\":false,\"servers\":[],\"trouble\":null}]}");
            assertThat(domain.cli("runtime").text()).contains("fountains");
            assertThat(domain.cli("runtime", "fountains").text())
                    .containsPattern("name +height +pause-millis +jets +lit +servers +trouble")
                    .containsPattern("garden +5 +45000 +7 +false");
            assertThat(domain.cli("runtime", "nothing").text()).contains("There is no state 'nothing'");
            assertThat(get(domain, "metrics")).contains("keelson_fountains_height{name=\"garden\"");
            assertThat(get(domain, "openapi.json"))
                    .contains(
                            "\"fountains\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/fountain-runtime\"}}");
            asBeans(domain);
            asFeature(domain, NewRoom.distribution(parent.resolve("again")));
        }
    }

    /** Its operations, with description and commands, and its page of the console. */
    private static void asFeature(LiveDomain domain, Path home) throws Exception {
        assertThat(get(domain, "fountains")).startsWith("{\"fountains\":[{\"name\":\"garden\",\"height\":6,");
        HttpResponse<String> played =
                domain.send("AdminServer", "POST", "fountains/garden/play?minutes=3", "application/json", new byte[0]);
        assertThat(played.statusCode()).as(played.body()).isEqualTo(200);
        assertThat(played.body()).isEqualTo("{\"name\":\"garden\",\"minutes\":3}");
        HttpResponse<String> wrong =
                domain.send("AdminServer", "POST", "fountains/garden/play?minutes=30", "application/json", new byte[0]);
        assertThat(wrong.statusCode()).isEqualTo(400);
        assertThat(wrong.body()).contains("A fountain plays for 1 to 9 minutes");
        assertThat(domain.send("AdminServer", "POST", "fountains/pond/play", "application/json", new byte[0])
                        .statusCode())
                .isEqualTo(404);
        assertThat(get(domain, "openapi.json"))
                .contains("\"/fountains/{name}/play\"", "has a fountain play for some minutes");
        assertThat(get(domain, "features"))
                .contains(
                        "{\"name\":\"fountain\",\"help\":\"Shows fountains and has them play.\",\"here\":true,",
                        "\"pages\":[{\"id\":\"fountains\",\"title\":\"Fountains\",\"group\":\"Water\"");

        assertThat(command(domain, home, "fountain", "list").text())
                .containsPattern("name +height +pause-millis +jets")
                .containsPattern("garden +6 +45000 +3");
        LiveServer.Said play = command(domain, home, "fountain", "play", "garden", "--minutes", "4");
        assertThat(play.exit()).as(play.text()).isZero();
        assertThat(play.text()).contains("minutes: 4");
        LiveServer.Said unknown = command(domain, home, "fountain", "play", "a b/c");
        assertThat(unknown.exit()).isEqualTo(1);
        assertThat(unknown.text()).contains("There is no fountain 'a b/c' here");
        assertThat(command(domain, home, "fountain", "play").exit()).isEqualTo(2);
        assertThat(command(domain, home, "help", "fountain").text())
                .contains("Shows fountains and has them play.", "Lists the fountains of the server.");
        assertThat(command(domain, home, "--help").text()).contains("fountain  ");
    }

    /** The command line of the distribution that has the room. */
    private static LiveServer.Said command(LiveDomain domain, Path home, String... words) throws Exception {
        List<String> all = new ArrayList<>(List.of(words));
        if (!List.of("help", "--help").contains(words[0])) {
            all.addAll(List.of("--domain", domain.directory().toString()));
        }
        return LiveServer.runFrom(home, Map.of(), all.toArray(String[]::new));
    }

    private static void asBeans(LiveDomain domain) throws Exception {
        String configured = "type=configuration,path=fountains.garden";
        String runtime = "type=runtime,collection=fountains,name=garden";
        try (Attached beans = Attached.to(domain, "AdminServer")) {
            await().atMost(Duration.ofSeconds(60)).until(() -> beans.has(configured) && beans.has(runtime));
            assertThat(beans.everything(beans.name(runtime)))
                    .containsEntry("Name", "garden")
                    .containsEntry("Height", 5)
                    .containsEntry("PauseMillis", 45_000L)
                    .containsEntry("Jets", 7L)
                    .containsEntry("Lit", false)
                    .containsEntry("Trouble", null);
            assertThat(beans.everything(beans.name(configured)))
                    .containsEntry("Height", 5L)
                    .containsEntry("Pause", "45s")
                    .containsEntry("Basin", "64KiB")
                    .containsEntry("Night", "still");
            beans.beans().setAttribute(beans.name(configured), new Attribute("Night", "on"));
            beans.beans().setAttribute(beans.name(configured), new Attribute("Height", 6L));
            assertThat(beans.get(runtime, "Height")).isEqualTo(6);
            assertThat(get(domain, "config?path=fountains")).contains("\"height\":6", "\"night\":\"on\"");
        }
    }

    private static String get(LiveDomain domain, String path) throws Exception {
        HttpResponse<String> answer = domain.manage("AdminServer", path);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return answer.body();
    }

    private static void sent(LiveDomain domain, String method, String path, String json) throws Exception {
        HttpResponse<String> answer =
                domain.send("AdminServer", method, path, "application/json", json.getBytes(StandardCharsets.UTF_8));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    }

    @Test
    void itsReferencePageAndItsSchemaAreWritten() throws Exception {
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {NewRoom.jar(parent).toUri().toURL()}, Model.class.getClassLoader())) {
            Model model = Model.load(loader);
            assertThat(ModelReference.markdown(model))
                    .contains(
                            "fountains.*",
                            "A fountain, which nobody but a test has.",
                            "How high the water goes, in metres.");
            assertThat(JsonSchema.of(model)).contains("\"fountains\"", "How long it rests between two jets.");
            assertThat(ModelReference.markdown(Model.load(Model.class.getClassLoader())))
                    .doesNotContain("fountain");
        }
    }
}
