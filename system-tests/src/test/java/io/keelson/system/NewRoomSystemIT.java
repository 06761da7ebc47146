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
                            "{\"name\":\"height\",\"type\":\"integer\",\"min\":\"1\",\"max\":\"40\",\"help\":\"How high the water goes, in metres.\"",
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
        }
    }

    private static void asBeans(LiveDomain domain) throws Exception {
        String configured = "type=configuration,path=fountains.garden";
        String runtime = "type=runtime,collection=fountains,name=garden";
        try (Attached beans = Attached.to(domain, "AdminServer")) {
            await().atMost(Duration.ofSeconds(20)).until(() -> beans.has(configured) && beans.has(runtime));
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
