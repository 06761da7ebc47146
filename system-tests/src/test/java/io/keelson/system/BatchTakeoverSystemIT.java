package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A job whose server is killed goes on with another member, from its last chunk. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class BatchTakeoverSystemIT {
    private static final String[] MEMBERS = {"server-1", "server-2"};

    @TempDir
    Path parent;

    private LiveDomain domain;

    @Test
    void aJobOfAKilledServerIsRestartedByAnother() throws Exception {
        int port = FreePorts.next();
        Process database = DatabaseProcess.start(port, parent);
        try (LiveDomain two = LiveDomain.create(parent, 2)) {
            domain = two;
            Files.copy(
                    Path.of("target", "wars", "h2.jar"),
                    Files.createDirectories(domain.directory().resolve("lib")).resolve("h2.jar"));
            domain.configure(text -> text + "\nbatch: {takeover-after: 3s, automatic-restarts: 2}\n"
                    + "data-sources:\n  DefaultDataSource:\n    user: sa\n    url: jdbc:h2:tcp://127.0.0.1:" + port
                    + "/./jobs;DB_CLOSE_DELAY=-1\n");
            domain.launch(MEMBERS);
            domain.awaitRunning(MEMBERS);
            WarFile application = application();
            for (String server : MEMBERS) {
                domain.deploy(server, "jobs", application);
            }

            String execution = execution(said("start", "jobs", "copy", "--server", "server-1"));
            await().atMost(Duration.ofSeconds(20)).until(() -> rows("server-2") >= 10);
            domain.signal("server-1", "KILL");
            domain.process("server-1").waitFor();

            domain.awaitSaid("server-2", "KLS-250063", execution);
            domain.awaitSaid("server-2", "KLS-250066", execution);
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> said("list", "--server", "server-2").contains("COMPLETED"));
            assertThat(domain.ask("server-2", "GET", "/jobs/count"))
                    .as("none twice, none left out, by two processes")
                    .isEqualTo("100 100 2");
            assertThat(said("show", execution, "--server", "server-2")).contains("FAILED", "server-1");
            assertThat(said("list", "--server", "server-2").lines().filter(line -> line.contains("copy")))
                    .hasSize(2)
                    .anyMatch(line -> line.contains("COMPLETED") && line.contains("server-2"))
                    .anyMatch(line -> line.contains("FAILED") && line.contains("server-1"));
        } finally {
            database.destroyForcibly().waitFor();
        }
    }

    private WarFile application() throws Exception {
        Path root = Path.of(getClass().getResource("/applications/jobs").toURI());
        String job = "WEB-INF/classes/META-INF/batch-jobs/copy.xml";
        try (DirectoryStream<Path> api =
                Files.newDirectoryStream(LiveServer.HOME.resolve("parts/batch"), "jakarta.batch-api-*.jar")) {
            return WarFile.ofCompiled(
                            root,
                            parent.resolve("classes"),
                            "WEB-INF/classes/",
                            api.iterator().next())
                    .bytes(job, Files.readAllBytes(root.resolve(job)));
        }
    }

    private int rows(String server) throws Exception {
        return Integer.parseInt(domain.ask(server, "GET", "/jobs/count").split(" ")[0]);
    }

    private String said(String... command) {
        String[] all = new String[command.length + 1];
        all[0] = "batch";
        System.arraycopy(command, 0, all, 1, command.length);
        LiveServer.Said said = domain.cli(all);
        assertThat(said.exit()).as(said.text()).isZero();
        return said.text();
    }

    private static String execution(String text) {
        Matcher number = Pattern.compile("Execution (\\d+)").matcher(text);
        assertThat(number.find()).as(text).isTrue();
        return number.group(1);
    }
}
