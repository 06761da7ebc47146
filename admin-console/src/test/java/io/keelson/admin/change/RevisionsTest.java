package io.keelson.admin.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.admin.domain.DomainDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Revisions on a disk, with what crashes and damage leave of them. */
class RevisionsTest {
    @TempDir
    Path directory;

    private DomainDirectory domain;
    private Revisions revisions;

    @BeforeEach
    void make() throws IOException {
        domain = DomainDirectory.at(directory);
        Files.writeString(domain.configuration(), "name: one\n");
        revisions = new Revisions(domain);
    }

    private static Revision revision(int number, String text) {
        return new Revision(number, "id-" + number, "ann", Instant.parse("2026-01-02T03:04:05Z"), "why", text);
    }

    private Path file(int number) {
        return directory.resolve("config/revisions").resolve(String.format("%06d.json", number));
    }

    @Test
    void whatIsStoredIsReadAgain() throws IOException {
        assertThat(revisions.newest()).isEmpty();
        revisions.store(revision(1, "name: one\n"));
        revisions.store(revision(2, "name: \"zwei ü\"\n# end"));
        assertThat(new Revisions(domain).newest()).contains(revision(2, "name: \"zwei ü\"\n# end"));
        assertThat(revisions.read(1)).isEqualTo(revision(1, "name: one\n"));
        assertThat(revisions.numbers()).containsExactly(1, 2);
        assertThatThrownBy(() -> revisions.read(3)).isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void aCrashBeforeDomainYamlIsMadeUpFor() throws IOException {
        revisions.store(revision(1, "name: one\n"));
        revisions.install(1, "name: one\n");
        revisions.store(revision(2, "name: two\n"));
        assertThat(new Revisions(domain).complete()).contains(2);
        assertThat(domain.configuration()).hasContent("name: two\n");
        assertThat(new Revisions(domain).complete()).isEmpty();
    }

    @Test
    void aCrashBehindDomainYamlIsNoEditByHand() throws IOException {
        revisions.store(revision(1, "name: one\n"));
        revisions.install(1, "name: one\n");
        revisions.store(revision(2, "name: two\n"));
        Files.writeString(domain.configuration(), "name: two\n");
        assertThat(revisions.complete()).isEmpty();
        assertThat(revisions.installed()).isEqualTo(2);
    }

    @Test
    void anEditByHandStaysAlsoWhenItGoesBackToAnEarlierText() throws IOException {
        revisions.store(revision(1, "name: one\n"));
        revisions.store(revision(2, "name: two\n"));
        revisions.install(2, "name: two\n");
        Files.writeString(domain.configuration(), "name: one\n");
        assertThat(revisions.complete()).isEmpty();
        assertThat(domain.configuration()).hasContent("name: one\n");
    }

    @Test
    void aDamagedRevisionIsNamedAndNotGuessed() throws IOException {
        revisions.store(revision(1, "name: one\n"));
        revisions.store(revision(2, "name: two\n"));
        String whole = Files.readString(file(2));
        for (String torn : new String[] {"", whole.substring(0, whole.length() / 2), "[]", "{}"}) {
            Files.writeString(file(2), torn);
            assertThatThrownBy(revisions::newest).hasMessageContaining("000002.json is damaged");
        }
    }

    @Test
    void whatCouldNotBeWrittenIsNotThere() throws IOException {
        Files.writeString(directory.resolve("config"), "in the way");
        assertThatThrownBy(() -> revisions.store(revision(1, "x")))
                .isInstanceOf(IOException.class)
                .isNotInstanceOf(Revisions.UnsureException.class);
        Files.delete(directory.resolve("config"));
        assertThat(revisions.newest()).isEmpty();
    }

    @Test
    void aDamagedRevisionIsSaidInWordsOfItsOwn() throws IOException {
        revisions.store(revision(1, "name: one\n"));
        for (String damaged :
                new String[] {"{}", "{\"id\":1}", "{\"id\":\"x\",\"author\":\"a\"}", "[]", "", "{\"id\":"}) {
            Files.writeString(file(1), damaged);
            assertThatThrownBy(() -> revisions.read(1))
                    .as(damaged)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("000001.json is damaged: ")
                    .hasMessageContaining("put it back from a copy")
                    .hasMessageNotContaining("Cannot invoke")
                    .hasMessageNotContaining("cannot be cast")
                    .hasMessageNotContaining("null");
        }
        Files.writeString(file(1), "{\"id\":\"x\",\"author\":\"a\"}");
        assertThatThrownBy(() -> revisions.read(1)).hasMessageContaining("its member 'when' is missing or is no text");
    }
}
