package io.keelson.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.base.log.MessageCatalogue;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Holds the log messages of all rooms together, and writes their reference page to {@code target/reference}. */
class MessagesTest {
    @Test
    void everyMessageHasAnIdOfItsRoomAndIsExplained() throws Exception {
        MessageCatalogue catalogue = MessageCatalogue.read(
                Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                        .map(Path::of)
                        .filter(path -> !path.endsWith("test-classes"))
                        .toList());
        assertThat(catalogue.problems()).isEmpty();
        assertThat(catalogue.entries())
                .as("all rooms are there")
                .extracting(MessageCatalogue.Entry::code)
                .contains(
                        "KLS-000101",
                        "KLS-000201",
                        "KLS-000360",
                        "KLS-000438",
                        "KLS-002613",
                        "KLS-090001",
                        "KLS-141001");
        Path page = Path.of("target", "reference", "messages.md");
        Files.createDirectories(page.getParent());
        Files.writeString(page, catalogue.markdown());
    }
}
