package io.keelson.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RealmEditorTest {
    @TempDir
    Path domain;

    private Path file;
    private RealmEditor editor;

    @BeforeEach
    void editor() {
        file = domain.resolve("security/realm");
        editor = new RealmEditor(file, 4096, "r", List.of());
    }

    private static char[] secret() {
        return "secret".toCharArray();
    }

    @Test
    void addsChangesAndRemovesUsers() throws IOException {
        assertThat(editor.put("bob", secret(), List.of())).isTrue();
        assertThat(editor.put("alice", secret(), List.of("staff", "admins"))).isTrue();
        assertThat(editor.put("bob", secret(), List.of("staff"))).isFalse();
        assertThat(editor.users())
                .containsExactly(
                        new RealmEditor.User("alice", List.of("admins", "staff")),
                        new RealmEditor.User("bob", List.of("staff")));
        assertThat(editor.groups("bob", List.of())).isTrue();
        assertThat(editor.password("bob", "other".toCharArray())).isTrue();
        assertThat(editor.password("nobody", secret())).isFalse();
        assertThat(editor.remove("alice")).isTrue();
        assertThat(editor.remove("alice")).isFalse();
        assertThat(editor.users()).containsExactly(new RealmEditor.User("bob", List.of()));
    }

    @Test
    void onlyTheOwnerCanReadTheFileAndNoPasswordStandsInIt() throws IOException {
        editor.put("bob", secret(), List.of());
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(Files.readString(file)).contains("bob::SCRAM-SHA-256$4096:").doesNotContain("secret");
        try (var files = Files.list(file.getParent())) {
            assertThat(files.map(p -> p.getFileName().toString())).containsExactlyInAnyOrder("realm", "realm.lock");
        }
    }

    @Test
    void commentsAndLinesThatNobodyUnderstandsSurvive() throws IOException {
        editor.put("bob", secret(), List.of());
        Files.writeString(file, "# mine\nbroken line\n\n" + Files.readString(file));
        editor.put("alice", secret(), List.of());
        editor.remove("bob");
        assertThat(Files.readString(file)).startsWith("# mine\nbroken line\n\n").contains("alice:");
    }

    @Test
    void refusesNamesThatWouldChangeTheFile() {
        for (String name : List.of("", " a", "a ", "a:b", "a\nb", "#a", "a\u0000", "x".repeat(201))) {
            assertThatThrownBy(() -> editor.put(name, secret(), List.of()))
                    .as(name)
                    .isInstanceOf(IllegalArgumentException.class);
        }
        for (String group : List.of("", "a,b", "a:b", "a\nb")) {
            assertThatThrownBy(() -> editor.put("bob", secret(), List.of(group)))
                    .isInstanceOf(IllegalArgumentException.class);
        }
        assertThat(file).doesNotExist();
    }

    @Test
    void editorsInSeveralThreadsDoNotUndoEachOther() throws Exception {
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Thread[] threads = new Thread[4];
        for (int t = 0; t < threads.length; t++) {
            int id = t;
            threads[t] = new Thread(() -> IntStream.range(0, 10).forEach(i -> {
                try {
                    editor.put("user-" + id + "-" + i, secret(), List.of());
                } catch (Throwable e) {
                    failure.set(e);
                }
            }));
            threads[t].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(failure.get()).isNull();
        assertThat(editor.users()).hasSize(40);
    }
}
