package io.keelson.deploy.targets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.deploy.targets.TargetSettings.StageMode;
import io.keelson.deploy.targets.TargetSettings.Wanted;
import io.keelson.kernel.config.ConfigurationException;
import io.keelson.kernel.config.ConfigurationReader;
import io.keelson.kernel.config.DomainConfiguration;
import io.keelson.kernel.config.DomainFile;
import io.keelson.kernel.config.Model;
import io.keelson.kernel.config.Overrides;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class TargetSettingsTest {
    private static final String DIGEST = "0123456789abcdef".repeat(4);

    private static DomainConfiguration read(String... lines) throws ConfigurationException {
        String text = "servers:\n  AdminServer: {}\n  server-1: {}\napplications:\n  shop:\n    "
                + String.join("\n    ", lines) + "\n";
        return new ConfigurationReader(Model.load(TargetSettingsTest.class.getClassLoader()))
                .read(
                        DomainFile.parse(Path.of("domain.yaml"), text),
                        "server-1",
                        new Overrides(Map.of(), Map.of(), Set.of()));
    }

    private static TargetSettings shop(String... lines) throws ConfigurationException {
        return read(lines).all(TargetSettings.class).get("shop");
    }

    @Test
    void defaults() throws Exception {
        assertThat(shop("javax-migration: off"))
                .isEqualTo(new TargetSettings(
                        List.of(),
                        StageMode.STAGE,
                        null,
                        null,
                        null,
                        null,
                        null,
                        Wanted.RUNNING,
                        null,
                        null,
                        null,
                        null,
                        List.of(),
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null));
    }

    @Test
    void allKeys() throws Exception {
        assertThat(shop(
                        "targets: [server-1, cluster-1]",
                        "stage-mode: nostage",
                        "archive: shop.war",
                        "digest: " + DIGEST,
                        "path: /shared/shop.war",
                        "context-root: /s",
                        "plan: 'WEB-INF/web.xml: {display-name: Shop}'",
                        "state: stopped",
                        "next-archive: shop-2.war",
                        "next-digest: " + DIGEST,
                        "next-path: /shared/shop-2.war",
                        "next-plan: 'WEB-INF/web.xml: {display-name: Shop 2}'",
                        "next-servers: [server-1]",
                        "version: '2'"))
                .isEqualTo(new TargetSettings(
                        List.of("server-1", "cluster-1"),
                        StageMode.NOSTAGE,
                        "shop.war",
                        DIGEST,
                        Path.of("/shared/shop.war"),
                        "/s",
                        "WEB-INF/web.xml: {display-name: Shop}",
                        Wanted.STOPPED,
                        "shop-2.war",
                        DIGEST,
                        Path.of("/shared/shop-2.war"),
                        "WEB-INF/web.xml: {display-name: Shop 2}",
                        List.of("server-1"),
                        "2",
                        null,
                        null,
                        null,
                        null,
                        null,
                        null));
    }

    @Test
    void targetsNeedAnArchiveAndNostageAPath() {
        assertThatThrownBy(() -> shop("targets: [server-1]")).hasMessageContaining("has an archive and its digest");
        assertThatThrownBy(() ->
                        shop("targets: [server-1]", "archive: shop.war", "digest: " + DIGEST, "stage-mode: nostage"))
                .hasMessageContaining("absolute path");
        assertThatThrownBy(() -> shop("archive: ../shop.war")).hasMessageContaining("archive");
        assertThatThrownBy(() -> shop("digest: 12")).hasMessageContaining("digest");
    }

    @Test
    void aServerHasWhatNamesIt() throws Exception {
        DomainConfiguration read = read("targets: [server-1]", "archive: shop.war", "digest: " + DIGEST);
        assertThat(Assignment.of(read, "AdminServer")).isEmpty();
        Assignment shop = Assignment.of(read, "server-1").get("shop");
        assertThat(shop)
                .isEqualTo(new Assignment(
                        "shop", null, "shop.war", DIGEST, StageMode.STAGE, null, null, "", true, false, false, false));
        assertThat(shop.version()).isEqualTo(DIGEST + "/shop.war");
        assertThat(Assignment.of(read("context-root: /s"), "server-1")).isEmpty();
    }

    @Test
    void aServerHasTwoVersionsSideBySide() throws Exception {
        String[] both = {
            "targets: [server-1]",
            "archive: shop-2.war",
            "digest: " + DIGEST,
            "context-root: /s",
            "version: '2'",
            "other-version: '1'",
            "other-archive: shop-1.war",
            "other-digest: " + DIGEST,
            "other-plan: 'WEB-INF/web.xml: {display-name: Shop}'",
            "other-until: 2026-11-24T15:00:00Z"
        };
        DomainConfiguration read = read(both);
        assertThat(Assignment.of(read, "server-1").keySet()).containsExactly("shop@1", "shop@2");
        assertThat(Assignment.activeOn(read, "server-1", "shop"))
                .isEqualTo(new Assignment(
                        "shop", "2", "shop-2.war", DIGEST, StageMode.STAGE, null, "/s", "", true, false, false, false));
        assertThat(Assignment.besideOn(read, "server-1", "shop"))
                .isEqualTo(new Assignment(
                        "shop",
                        "1",
                        "shop-1.war",
                        DIGEST,
                        StageMode.STAGE,
                        null,
                        "/s",
                        "WEB-INF/web.xml: {display-name: Shop}",
                        true,
                        false,
                        false,
                        true));
        assertThat(Assignment.besideOn(read, "AdminServer", "shop")).isNull();
        assertThat(shop(both).otherEnds()).isEqualTo("2026-11-24T15:00:00Z");
        assertThat(Assignment.of(read(both[0], both[1], both[2], both[4], both[6], both[7]), "server-1")
                        .keySet())
                .as("the one before had no version")
                .containsExactly("shop", "shop@2");
    }

    @Test
    void whatCannotBeSideBySideIsRefused() {
        String[] good = {
            "targets: [server-1]", "archive: a.war", "digest: " + DIGEST, "version: '2'", "other-archive: b.war"
        };
        assertThatThrownBy(() -> shop(good)).hasMessageContaining("belong together");
        assertThatThrownBy(() -> shop(with(good, "other-digest: " + DIGEST, "other-version: '2'")))
                .hasMessageContaining("not the same");
        assertThatThrownBy(() -> shop(with(good, "other-digest: " + DIGEST, "state: stopped")))
                .hasMessageContaining("neither stopped");
        assertThatThrownBy(() -> shop(with(good, "other-digest: " + DIGEST, "other-until: soon")))
                .hasMessageContaining("'soon'");
        assertThatThrownBy(() -> shop("version: '../2'")).hasMessageContaining("version");
    }

    private static String[] with(String[] lines, String... more) {
        String[] all = java.util.Arrays.copyOf(lines, lines.length + more.length);
        System.arraycopy(more, 0, all, lines.length, more.length);
        return all;
    }
}
