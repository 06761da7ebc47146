package io.keelson.deploy.internal.store;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.DictionaryFile;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** A record of a deployment is read as it was written, or is damaged; it does not stop the server. */
class DeploymentRecordFuzzTest {
    private static final Path STORE = Path.of("/store");

    @DictionaryFile(resourcePath = "record.dict")
    @FuzzTest
    void records(byte[] bytes) throws IOException {
        DeploymentRecord record;
        try {
            record = DeploymentRecord.read(new StringReader(new String(bytes, StandardCharsets.UTF_8)), STORE);
        } catch (IOException e) {
            assertThat(e.getMessage()).isNotBlank();
            return;
        }
        DeploymentRecord again = DeploymentRecord.read(new StringReader(record.written(STORE)), STORE);
        assertThat(again).isEqualTo(record);
    }
}
