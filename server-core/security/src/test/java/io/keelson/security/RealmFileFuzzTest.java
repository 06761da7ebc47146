package io.keelson.security;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.DictionaryFile;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;

/** Each line of a realm's file is a user, a comment or a problem; what is a user is the same when it is written again. */
class RealmFileFuzzTest {
    @TempDir
    static Path directory;

    @DictionaryFile(resourcePath = "realm.dict")
    @FuzzTest
    void files(byte[] bytes) throws IOException {
        Path file = Files.write(directory.resolve("users"), bytes);
        Set<String> names = new HashSet<>();
        for (RealmFile.Line line : RealmFile.read(file)) {
            RealmUser user = line.user();
            if (user == null) {
                boolean comment = line.text().isBlank() || line.text().startsWith("#");
                assertThat(line.problem() == null).as(line.text()).isEqualTo(comment);
            } else {
                assertThat(names.add(user.name())).as("twice " + user.name()).isTrue();
                readAgain(user);
            }
        }
    }

    private static void readAgain(RealmUser user) throws IOException {
        Path copy = Files.write(directory.resolve("copy"), List.of(user.line()));
        List<RealmFile.Line> lines = RealmFile.read(copy);
        assertThat(lines).hasSize(1);
        RealmUser again = lines.get(0).user();
        assertThat(again).as(lines.get(0).problem()).isNotNull();
        assertThat(again.name()).isEqualTo(user.name());
        assertThat(again.groups()).isEqualTo(user.groups());
        assertThat(again.verifier().written()).isEqualTo(user.verifier().written());
        assertThat(again.line()).isEqualTo(user.line());
    }
}
