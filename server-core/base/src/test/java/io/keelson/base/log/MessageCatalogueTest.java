package io.keelson.base.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MessageCatalogueTest {
    private static final Path MAIN = Path.of("target/classes");

    @TempDir
    Path directory;

    @Test
    void theMessagesOfThisRoomAreInOrder() throws Exception {
        MessageCatalogue catalogue = MessageCatalogue.read(List.of(MAIN));
        assertThat(catalogue.problems()).isEmpty();
        assertThat(catalogue.entries()).extracting(MessageCatalogue.Entry::code).startsWith("KLS-000101", "KLS-000102");
        assertThat(catalogue.markdown())
                .contains("## KLS-000101\n\nWARN: \\<number> records of the \\<text> log were dropped because")
                .contains("- Cause: The log's queue was full")
                .contains("- Action: Look at the disk");
    }

    @Test
    void mistakesAreFound() throws Exception {
        String name = MistakenLog.class.getName().replace('.', '/') + ".class";
        Path copy = directory.resolve("io/keelson/base/log/MistakenLog.class");
        Files.createDirectories(copy.getParent());
        Files.copy(Path.of("target/test-classes").resolve(name), copy);
        assertThat(MessageCatalogue.read(List.of(MAIN, directory)).problems())
                .anySatisfy(p -> assertThat(p).startsWith("KLS-000101 is used twice"))
                .anySatisfy(p -> assertThat(p).startsWith("KLS-000102 of").endsWith("has no cause or no action"))
                .anySatisfy(p -> assertThat(p).startsWith("KLS-000200 of").endsWith("lies outside of 100 to 199"));
        assertThatThrownBy(() -> MessageCatalogue.main(
                        new String[] {directory.resolve("out.md").toString(), MAIN.toString(), directory.toString()}))
                .isInstanceOf(IllegalStateException.class);
        assertThat(directory.resolve("out.md")).doesNotExist();
    }

    @Test
    void jarsAreReadToo() throws Exception {
        Path jar = directory.resolve("keelson-base.jar");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar))) {
            zip.putNextEntry(new ZipEntry("io/keelson/base/log/BaseLog.class"));
            Files.copy(MAIN.resolve("io/keelson/base/log/BaseLog.class"), zip);
        }
        Path page = directory.resolve("docs/messages.md");
        MessageCatalogue.main(new String[] {page.toString(), jar.toString()});
        assertThat(Files.readString(page)).startsWith("# Log messages\n").contains("## KLS-000101");
    }
}
