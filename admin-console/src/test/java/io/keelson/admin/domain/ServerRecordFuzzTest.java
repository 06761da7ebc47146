package io.keelson.admin.domain;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.DictionaryFile;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;

/** Tests that what a server wrote about itself is read, the same when it is written again, or counts as nothing. */
class ServerRecordFuzzTest {
    @TempDir
    static Path directory;

    @DictionaryFile(resourcePath = "record.dict")
    @FuzzTest
    void records(byte[] bytes) throws IOException {
        Path file = ServerRecord.file(directory);
        Files.createDirectories(file.getParent());
        Files.write(file, bytes);
        Optional<ServerRecord> record = ServerRecord.read(directory);
        if (record.isPresent()) {
            record.get().write(directory);
            assertThat(ServerRecord.read(directory)).isEqualTo(record);
        }
    }
}
