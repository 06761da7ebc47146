package io.keelson.deploy.internal.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.deploy.internal.archive.ArchiveLimits;
import io.keelson.deploy.internal.archive.Unpacker;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeploymentStoreTest {
    @TempDir
    Path directory;

    @Test
    void aDamagedRecordDoesNotStopTheOthers() throws Exception {
        DeploymentStore store =
                new DeploymentStore(directory, new Unpacker(new ArchiveLimits(1, 1, 1)), Intake.NONE, at -> {});
        Path content = directory.resolve("shop");
        store.commit(new DeploymentRecord(
                "shop",
                content,
                content,
                null,
                Instant.EPOCH,
                1,
                DeploymentRecord.Origin.OPERATOR,
                null,
                "plan.yaml: [a]\n",
                Instant.EPOCH));
        Files.writeString(directory.resolve("records/cut-off.properties"), "format=1\nname=\\u00");
        assertThat(store.records()).singleElement().satisfies(record -> {
            assertThat(record.name()).isEqualTo("shop");
            assertThat(record.plan()).isEqualTo("plan.yaml: [a]\n");
            assertThat(record.othersUntil()).isEqualTo(Instant.EPOCH);
        });
    }
}
