package io.keelson.session.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.keelson.deploy.spi.DeploymentException;
import io.keelson.servlet.spi.SessionState;
import io.keelson.servlet.spi.SessionStore;
import io.keelson.servlet.spi.StoreType;
import io.keelson.session.store.VaultSessionStore;
import io.keelson.session.store.VaultStoreContractTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileVaultTest extends VaultStoreContractTest {
    @TempDir
    Path directory;

    private final List<String> torn = new ArrayList<>();

    @Override
    protected SessionStore make(int mostInMemory) {
        return new VaultSessionStore(StoreType.FILE, new FileVault(sessions(), torn::add), mostInMemory);
    }

    private Path sessions() {
        return directory.resolve("shop");
    }

    private List<String> files() throws IOException {
        try (Stream<Path> files = Files.list(sessions())) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private Path file() throws IOException {
        return sessions()
                .resolve(files().stream()
                        .filter(name -> name.endsWith(".session"))
                        .findFirst()
                        .orElseThrow());
    }

    private void keepOne() {
        SessionState state = begin(ID);
        state.put("a", "1");
        end(state);
    }

    @Test
    void nothingOfAnIdIsInAPathAndNobodyElseReadsIt() throws Exception {
        keepOne();
        end(begin("../../escaped"));
        assertThat(files())
                .hasSize(3)
                .filteredOn(name -> !name.equals("lock"))
                .allMatch(name -> name.matches("[0-9a-f]{64}\\.session"));
        assertThat(directory.getParent().resolve("escaped")).doesNotExist();
        if (Files.getFileStore(directory).supportsFileAttributeView("posix")) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
                    .isEqualTo("rw-------");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(sessions())))
                    .isEqualTo("rwx------");
        }
    }

    @Test
    void aTornFileIsSetAsideAndReported() throws Exception {
        keepOne();
        store.close();
        byte[] whole = Files.readAllBytes(file());
        for (int length : List.of(0, 10, 40, whole.length - 1)) {
            Files.write(file(), java.util.Arrays.copyOf(whole, length));
            Path session = file();
            torn.clear();
            store = make(-1);
            store.open(host);
            assertThat(store.find(ID)).isNull();
            assertThat(torn).singleElement().asString().contains(session.getFileName() + ".torn");
            store.close();
            assertThat(session).doesNotExist();
            Files.move(Path.of(session + ".torn"), session);
        }
        Files.write(file(), whole);
        store = make(-1);
        store.open(host);
        assertThat(store.find(ID)).isNotNull();
    }

    @Test
    void whatACrashLeftUnfinishedIsSweptAway() throws Exception {
        store.close();
        Files.write(sessions().resolve("x.tmp"), new byte[10]);
        store = make(-1);
        store.open(host);
        assertThat(files()).containsExactly("lock");
    }

    @Test
    void aSecondServerIsKeptOut() throws Exception {
        FileVault second = new FileVault(sessions(), torn::add);
        assertThatExceptionOfType(DeploymentException.class)
                .isThrownBy(second::open)
                .withMessageContaining("in use by another server");
        second.close();
        keepOne();
    }

    @Test
    void aDirectoryThatCannotBeMadeIsRefused() throws Exception {
        Path file = Files.createFile(directory.resolve("taken"));
        FileVault vault = new FileVault(file.resolve("below"), torn::add);
        assertThatExceptionOfType(DeploymentException.class)
                .isThrownBy(vault::open)
                .withMessageContaining("taken")
                .withMessageContaining("persistent-store-dir");
        vault.close();
    }

    @Test
    void differentNamesHaveDifferentDirectories() {
        assertThat(FileStores.safe("shop#web-1.war")).isEqualTo("shop%23web-1.war");
        assertThat(FileStores.safe("..")).isEqualTo("%2e.");
        assertThat(FileStores.safe("Shop")).isNotEqualToIgnoringCase(FileStores.safe("shop"));
        assertThat(FileStores.safe("a/../b")).doesNotContain("/");
    }
}
