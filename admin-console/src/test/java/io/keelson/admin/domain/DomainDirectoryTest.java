package io.keelson.admin.domain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.keelson.kernel.config.ConfigurationReader;
import io.keelson.kernel.config.DomainFile;
import io.keelson.kernel.config.Model;
import io.keelson.kernel.config.Overrides;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DomainDirectoryTest {
    private static final Endpoint DEFAULT = Endpoint.inTheClear("127.0.0.1:7001");

    @TempDir
    Path directory;

    private static ServerRecord record(String state, long pid, String mark) {
        return new ServerRecord("AdminServer", state, pid, mark, DEFAULT, DEFAULT, "1");
    }

    @Test
    void aNewDomainHasAllThatAServerNeeds() throws Exception {
        DomainDirectory domain = DomainDirectory.create(directory.resolve("new/shop"));
        assertThat(domain.path().resolve("autodeploy")).isDirectory();
        assertThat(domain.path().resolve("lib")).isDirectory();
        assertThat(domain.path().resolve("servers")).isDirectory();
        assertThat(Files.readString(domain.configuration())).contains("name: shop", "AdminServer:");
        assertThat(domain.realm().users()).isEmpty();
        for (String file : new String[] {"management-token", "realm", "domain-key"}) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(
                            domain.path().resolve("security").resolve(file))))
                    .isEqualTo("rw-------");
        }
        assertThat(domain.servers()).containsExactly(ServerStatus.neverStarted("AdminServer"));
        Model model = Model.load(getClass().getClassLoader());
        assertThat(new ConfigurationReader(model)
                        .read(DomainFile.read(domain.configuration()), "AdminServer", Overrides.none()))
                .as("the starter file is valid")
                .isNotNull();
    }

    @Test
    void aNewDomainCanHaveManagedServersInACluster() throws Exception {
        DomainDirectory domain = DomainDirectory.create(directory.resolve("shop"), 2);

        assertThat(Files.readString(domain.configuration()))
                .contains("name: shop", "server-1:", "server-2:", "cluster-1:")
                .containsSubsequence("AdminServer:", "cluster-port: 7101")
                .containsSubsequence(
                        "server-1:",
                        "cluster: cluster-1",
                        "listen-port: 7003",
                        "tls-listen-port: 7004",
                        "cluster-port: 7103")
                .containsSubsequence("server-2:", "listen-port: 7005", "cluster-port: 7105");
        assertThat(domain.adminServer()).isEqualTo("AdminServer");
        assertThat(domain.servers())
                .extracting(ServerStatus::name, ServerStatus::cluster)
                .containsExactly(
                        tuple("AdminServer", null), tuple("server-1", "cluster-1"), tuple("server-2", "cluster-1"));
    }

    @Test
    void whatTheFirstFileHasInCommentsStandsBelowTheServerWhoseItIs() throws Exception {
        for (boolean dynamic : new boolean[] {false, true}) {
            DomainDirectory domain =
                    DomainDirectory.create(directory.resolve("d" + dynamic), 2, DomainDirectory.ADMIN_PORT, dynamic);

            assertThat(Files.readString(domain.configuration()))
                    .containsSubsequence(
                            "  AdminServer:\n",
                            "    #listen-port: 7001\n",
                            dynamic ? "server-templates:\n" : "  server-1:\n",
                            "clusters:\n")
                    .doesNotContainPattern("(?s)clusters:.*#");
        }
    }

    @Test
    void theManagedServersCanBeThoseOfATemplate() throws Exception {
        DomainDirectory domain = DomainDirectory.create(directory.resolve("shop"), 2, DomainDirectory.ADMIN_PORT, true);

        assertThat(Files.readString(domain.configuration()))
                .containsSubsequence("server-templates:", "managed:", "listen-port: 7003", "cluster-port: 7103")
                .containsSubsequence("clusters:", "cluster-1:", "dynamic:", "template: managed", "size: 2")
                .doesNotContain("server-1:");
        assertThat(domain.servers())
                .extracting(ServerStatus::name, ServerStatus::cluster)
                .containsExactly(
                        tuple("AdminServer", null), tuple("server-1", "cluster-1"), tuple("server-2", "cluster-1"));
        record("SHUTDOWN", 1, "none").write(domain.server("server-3"));
        record("SHUTDOWN", 1, "none").write(domain.server("other"));
        assertThat(domain.servers())
                .extracting(ServerStatus::name)
                .as("one that was scaled away is none any more")
                .contains("other")
                .doesNotContain("server-3");
    }

    @Test
    void refusesADirectoryThatHoldsSomethingElse() throws Exception {
        Files.writeString(directory.resolve("mine.txt"), "mine");
        assertThatThrownBy(() -> DomainDirectory.create(directory))
                .isInstanceOf(DomainException.class)
                .hasMessageContaining("is not empty and is no domain");
        assertThat(directory.resolve("domain.yaml")).doesNotExist();
        assertThatThrownBy(() -> DomainDirectory.create(directory.resolve("mine.txt")))
                .isInstanceOf(DomainException.class)
                .hasMessageContaining("is a file");
        DomainDirectory.create(directory.resolve("a"));
        assertThatThrownBy(() -> DomainDirectory.create(directory.resolve("a")))
                .isInstanceOf(DomainException.class)
                .hasMessageContaining("is a domain already");
    }

    @Test
    void tokensAreLongRandomAndNotReplaced() throws Exception {
        Path file = directory.resolve("token");
        assertThat(ManagementToken.create(file)).isTrue();
        String first = Files.readString(file);
        assertThat(ManagementToken.create(file)).isFalse();
        assertThat(Files.readString(file)).isEqualTo(first).hasSize(44);
        assertThat(ManagementToken.read(file).matches(first.strip())).isTrue();
        assertThat(ManagementToken.read(file).matches("")).isFalse();
        assertThat(ManagementToken.read(file).toString()).doesNotContain(first.strip());
        ManagementToken.create(directory.resolve("other"));
        assertThat(Files.readString(directory.resolve("other"))).isNotEqualTo(first);
        Files.writeString(file, "short");
        assertThatThrownBy(() -> ManagementToken.read(file)).hasMessageContaining("holds no management token");
    }

    @Test
    void aRunningServerIsToldFromOneThatWasKilled() throws Exception {
        DomainDirectory domain = DomainDirectory.create(directory.resolve("d"));
        Path server = domain.server("AdminServer");
        ProcessHandle self = ProcessHandle.current();
        String mark = ProcessMark.of(self).orElseThrow();

        record("RUNNING", self.pid(), mark).write(server);
        assertThat(domain.status("AdminServer"))
                .isEqualTo(new ServerStatus("AdminServer", "RUNNING", self.pid(), DEFAULT, DEFAULT, null));

        record("RUNNING", self.pid(), "another").write(server);
        assertThat(domain.status("AdminServer").state())
                .as("another process has its number now")
                .isEqualTo("FAILED");
        assertThat(domain.status("AdminServer").pid()).isNull();

        record("SHUTDOWN", self.pid(), "another").write(server);
        assertThat(domain.status("AdminServer").state()).isEqualTo("SHUTDOWN");
    }

    @Test
    void theServersOfACopiedDomainAreNotThoseOfTheOriginal() throws Exception {
        DomainDirectory original = DomainDirectory.create(directory.resolve("original"));
        ProcessHandle self = ProcessHandle.current();
        String mark = ProcessMark.of(self).orElseThrow();
        record("RUNNING", self.pid(), mark).write(original.server("AdminServer"));
        new WatchRecord("AdminServer", true, WatchState.STARTED, self.pid(), mark, List.of(), "").write(original);
        Path copied = directory.resolve("copy");
        try (Stream<Path> files = Files.walk(original.path())) {
            for (Path file : files.toList()) {
                Files.copy(file, copied.resolve(original.path().relativize(file).toString()));
            }
        }

        DomainDirectory copy = DomainDirectory.at(copied);
        assertThat(copy.status("AdminServer"))
                .isEqualTo(new ServerStatus("AdminServer", "FAILED", null, null, null, null));
        assertThat(WatchRecord.read(copy, "AdminServer"))
                .hasValue(new WatchRecord("AdminServer", true, WatchState.STARTED, 0, null, List.of(), ""));

        DomainDirectory moved = DomainDirectory.at(Files.move(original.path(), directory.resolve("moved")));
        assertThat(moved.status("AdminServer").pid()).isEqualTo(self.pid());
        assertThat(WatchRecord.read(moved, "AdminServer").orElseThrow().pid()).isEqualTo(self.pid());
    }

    @Test
    void ofAServerThatIsGoneTheNodeManagerSaysWhetherThatWasOrderedAndWhetherItComesAgain() throws Exception {
        DomainDirectory domain = DomainDirectory.create(directory.resolve("watched"));
        long gone = 999_999_999;
        record("RUNNING", gone, "mark").write(domain.server("AdminServer"));
        assertThat(domain.status("AdminServer").state()).isEqualTo("FAILED");
        new WatchRecord("AdminServer", false, WatchState.SHUTDOWN, gone, "mark", List.of(), "").write(domain);
        assertThat(domain.status("AdminServer").state()).isEqualTo("SHUTDOWN");
        new WatchRecord("AdminServer", false, WatchState.SHUTDOWN, 4711, "mark", List.of(), "").write(domain);
        assertThat(domain.status("AdminServer").state())
                .as("that was an earlier process")
                .isEqualTo("FAILED");
        for (WatchState failed : List.of(WatchState.FAILED_RESTARTING, WatchState.FAILED_NOT_RESTARTABLE)) {
            new WatchRecord("AdminServer", false, failed, 0, null, List.of(1L), "why").write(domain);
            assertThat(domain.status("AdminServer").state()).isEqualTo(failed.name());
        }
        Files.writeString(WatchRecord.file(domain, "AdminServer"), "{");
        assertThat(domain.status("AdminServer").state()).isEqualTo("FAILED");
    }

    @Test
    void recordsThatCannotBeReadAreAsNone() throws Exception {
        DomainDirectory domain = DomainDirectory.create(directory.resolve("d"));
        Path file = ServerRecord.file(domain.server("AdminServer"));
        Files.createDirectories(file.getParent());
        for (String text : new String[] {
            "",
            "{",
            "[]",
            "{}",
            "{\"name\":1}",
            "{\"name\":\"AdminServer\",\"state\":\"RUNNING\",\"pid\":\"x\"}",
            "{\"name\":\"AdminServer\",\"state\":\"RUNNING\",\"pid\":1.5}",
            "{\"name\":\"AdminServer\",\"state\":\"RUNNING\",\"pid\":1,\"management\":\"a:1\","
                    + "\"management-certificates\":\"00\"}",
            "{\"name\":\"AdminServer\",\"state\":\"RUNNING\",\"pid\":1,\"management\":\"a:1\","
                    + "\"management-certificates\":[0]}"
        }) {
            Files.writeString(file, text);
            assertThat(domain.status("AdminServer")).as(text).isEqualTo(ServerStatus.neverStarted("AdminServer"));
        }
    }

    @Test
    void serversAreThoseOfTheFileAndThoseThatRan() throws Exception {
        DomainDirectory domain = DomainDirectory.create(directory.resolve("d"));
        Files.writeString(domain.configuration(), "admin-server: boss\nservers:\n  worker: {}\n  boss:\n");
        record("SHUTDOWN", 1, "none").write(domain.server("AdminServer"));
        assertThat(domain.servers()).extracting(ServerStatus::name).containsExactly("worker", "boss", "AdminServer");
        assertThat(domain.adminServer()).isEqualTo("boss");
        Files.writeString(domain.configuration(), "servers: [broken");
        assertThat(domain.servers()).extracting(ServerStatus::name).containsExactly("AdminServer");
    }
}
