package io.keelson.admin.targets;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.deploy.targets.TargetSettings.StageMode;
import io.keelson.kernel.config.DomainFile;
import io.keelson.kernel.config.Model;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class EntryTest {
    private static final String DIGEST = "0".repeat(64);
    private final Model model = Model.load(EntryTest.class.getClassLoader());

    private static DomainFile file(String text) throws Exception {
        return DomainFile.parse(Path.of("domain.yaml"), text);
    }

    private static Map<String, Object> values(String state, String root) {
        return Entry.values(
                List.of("cluster-1", "server-9"), StageMode.STAGE, "shop.war", DIGEST, null, root, null, state);
    }

    @Test
    void anEntryComesChangesAndGoes() throws Exception {
        DomainFile before = file("# ours\nname: d\n");
        assertThat(Entry.of(model, before, "shop")).isEmpty();
        DomainFile deployed = Entry.write(before, "shop", values("stopped", "/s"));
        assertThat(deployed.text())
                .startsWith("# ours\nname: d\n")
                .contains("applications:\n  shop:\n")
                .contains("archive: shop.war", "state: stopped", "context-root: /s")
                .doesNotContain("stage-mode");
        assertThat(Entry.of(model, deployed, "shop")).isEqualTo(values("stopped", "/s"));
        DomainFile started = Entry.write(deployed, "shop", values("running", null));
        assertThat(started.text()).doesNotContain("state:", "context-root:");
        assertThat(Entry.write(started, "shop", Map.of()).text()).isEqualTo(before.text());
    }

    @Test
    void whatOthersHaveWrittenStays() throws Exception {
        String text =
                "name: d\napplications:\n  shop:\n    javax-migration: off # as it is\n  other:\n    javax-migration: off\n";
        DomainFile deployed = Entry.write(file(text), "shop", values("running", null));
        assertThat(deployed.text()).contains("javax-migration: off # as it is", "digest: ");
        assertThat(Entry.write(deployed, "shop", Map.of()).text()).isEqualTo(text);
        DomainFile third = Entry.write(file(text), "third", values("running", null));
        assertThat(Entry.write(third, "third", Map.of()).text()).isEqualTo(text);
        assertThat(Entry.write(file(text), "none", Map.of()).text()).isEqualTo(text);
    }
}
