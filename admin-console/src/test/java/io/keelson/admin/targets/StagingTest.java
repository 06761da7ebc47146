package io.keelson.admin.targets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.keelson.base.time.Ticker;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.deploy.targets.Assignment;
import io.keelson.deploy.targets.TargetSettings.StageMode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class StagingTest {
    private static final String ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

    @TempDir
    Path directory;

    private final FakeApplications applications = new FakeApplications();
    private String sent = "abc";
    private int breaks;
    private int fetches;

    private final Staging.Source source = (assignment, file, meter) -> {
        fetches++;
        String there = Files.exists(file) ? Files.readString(file) : "";
        boolean whole = breaks-- <= 0;
        String rest = whole ? sent.substring(there.length()) : sent.substring(there.length(), there.length() + 1);
        Files.writeString(file, rest, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        meter.at(there.length() + rest.length(), sent.length());
        if (!whole) {
            throw new IOException("broken off");
        }
    };

    private Staging staging() {
        return new Staging(directory.resolve("stage"), source, applications, Ticker.system());
    }

    static Assignment assignment(StageMode mode, Path path) {
        return new Assignment("shop", null, "shop.war", ABC, mode, path, null, "", true, false, false, false);
    }

    private static Assignment fetched() {
        return assignment(StageMode.STAGE, null);
    }

    @Test
    void fetchesOnceAndGoesOnWhereItBrokeOff() throws Exception {
        Staging staging = staging();
        breaks = 2;
        Path archive = staging.obtain(fetched(), 5);
        assertThat(archive).hasContent("abc").isEqualTo(directory.resolve("stage/fetched/" + ABC + "/shop.war"));
        assertThat(fetches).isEqualTo(3);
        assertThat(staging.obtain(fetched(), 5)).isEqualTo(archive);
        assertThat(fetches).isEqualTo(3);
        staging.sweep(List.of(fetched()));
        assertThat(archive).exists();
        staging.sweep(List.of());
        assertThat(archive).as("it may be about to be wanted").exists();
        Files.setLastModifiedTime(
                archive.getParent(), FileTime.from(Instant.now().minusSeconds(4000)));
        staging.sweep(List.of(fetched()));
        assertThat(archive).exists();
        staging.sweep(List.of(assignment(StageMode.NOSTAGE, archive)));
        assertThat(directory.resolve("stage/fetched")).isEmptyDirectory();
    }

    @Test
    void givesUpAfterSoManyAttemptsAndKeepsWhatHasCome() throws Exception {
        Staging staging = staging();
        breaks = 2;
        assertThatThrownBy(() -> staging.obtain(fetched(), 2))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("cannot be fetched")
                .hasMessageContaining("broken off");
        sent = "abc";
        assertThat(staging.obtain(fetched(), 1)).hasContent("abc");
        assertThat(fetches).isEqualTo(3);
    }

    @Test
    void refusesWhatIsNotWhatWasSent() {
        sent = "abd";
        Staging staging = staging();
        assertThatThrownBy(() -> staging.obtain(fetched(), 5)).hasMessageContaining("is not what was sent");
        sent = "abc";
        assertThat(directory.resolve("stage/fetched/" + ABC + "/shop.war.part")).doesNotExist();
    }

    @Test
    void beginsAnewWhereWhatWasThereIsNoPartOfIt() throws Exception {
        Path part = directory.resolve("stage/fetched/" + ABC + "/shop.war.part");
        Files.createDirectories(part.getParent());
        Files.writeString(part, "x");
        assertThatThrownBy(() -> staging().obtain(fetched(), 1)).hasMessageContaining("is not what was sent");
        Files.writeString(part, "x");
        assertThat(staging().obtain(fetched(), 2)).hasContent("abc");
        assertThat(fetches).isEqualTo(3);
    }

    @Test
    void theOtherModesLookWhereTheArchiveIs() throws Exception {
        Staging staging = staging();
        Path file = directory.resolve("x.war");
        Assignment shared = assignment(StageMode.NOSTAGE, file);
        assertThatThrownBy(() -> staging.obtain(shared, 1))
                .hasMessageContaining("x.war of application 'shop' is not there");
        Files.writeString(file, "abd");
        assertThatThrownBy(() -> staging.obtain(shared, 1)).hasMessageContaining("is another one");
        Files.writeString(file, "abc");
        assertThat(staging.obtain(shared, 1)).isEqualTo(file);

        Assignment external = assignment(StageMode.EXTERNAL_STAGE, null);
        assertThatThrownBy(() -> staging.obtain(external, 1)).hasMessageContaining("somebody else puts it there");
        Path place = directory.resolve("stage/external/shop/shop.war");
        Files.createDirectories(place.getParent());
        Files.writeString(place, "abc");
        assertThat(staging.obtain(external, 1)).isEqualTo(place);
        assertThat(fetches).isZero();
    }

    @Test
    void aJobSaysWhatBecameOfIt() {
        Staging staging = staging();
        staging.begin("1", List.of(fetched()));
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(staging.job()).isEqualTo(new Staging.Job("1", "ready", null)));
        assertThat(applications.calls).containsExactly("rehearse " + fetched().version());
        applications.refusal = new DeploymentException("no such class");
        staging.begin("2", List.of(fetched()));
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(
                        () -> assertThat(staging.job()).isEqualTo(new Staging.Job("2", "refused", "no such class")));
        assertThat(staging.progress()).isEmpty();
    }
}
