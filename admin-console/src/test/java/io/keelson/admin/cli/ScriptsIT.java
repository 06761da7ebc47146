package io.keelson.admin.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.admin.RunningServer;
import io.keelson.base.work.WorkManagers;
import io.keelson.kernel.context.Caller;
import io.keelson.kernel.context.InvocationContext;
import io.keelson.kernel.work.WorkRuntimes;
import jakarta.json.Json;
import jakarta.json.JsonObject;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Scripts, completion, and what looks at a server, on one that runs. */
@Timeout(60)
class ScriptsIT {
    @TempDir
    Path directory;

    private RunningServer server;
    private CommandLineUser cli;

    @BeforeEach
    void start() throws Exception {
        server = RunningServer.start(directory.resolve("domain"), Map.of());
        cli = new CommandLineUser(server.domain().path());
    }

    @AfterEach
    void stop() throws Exception {
        server.close();
    }

    private String script(String text) throws Exception {
        return Files.writeString(directory.resolve("script"), text).toString();
    }

    private String text() throws Exception {
        return Files.readString(server.domain().configuration());
    }

    @Test
    void aScriptRunsLineByLine() throws Exception {
        String script = script("# more\n\nconfig set work-managers.fast.capacity 77\n"
                + "config activate --comment 'for the \"reports\"'\nconfig get work-managers.fast.capacity\n");
        assertThat(cli.run("shell", script)).as(cli.err()).isZero();
        assertThat(cli.out()).contains("Revision 2 is in force.").endsWith("77" + System.lineSeparator());
        assertThat(text()).contains("capacity: 77");
        assertThat(cli.run("config", "history")).isZero();
        assertThat(cli.out()).contains("for the \"reports\"");
    }

    @Test
    void aScriptMayBeRunOnceMore() throws Exception {
        String script = script("config set work-managers.fast.capacity 77\nconfig activate\n"
                + "config set servers.AdminServer.restart-max 3 --activate\n"
                + "config set --activate -- servers.AdminServer.java-options -Xmx64m\n");
        assertThat(cli.run("shell", script)).as(cli.err()).isZero();
        assertThat(cli.out()).contains("Revision 4 is in force.");
        assertThat(text()).containsPattern("java-options: \"?-Xmx64m");
        assertThat(cli.run("shell", script)).as(cli.err()).isZero();
        assertThat(cli.out()).contains("Nothing is changed; revision 4 is in force.");
        assertThat(cli.run("config", "set", "work-managers.fast.capacity", "77", "--activate", "--json"))
                .isZero();
        assertThat(cli.out().strip()).isEqualTo("{\"revision\":4,\"servers\":[]}");
        assertThat(cli.run("config", "diff", "--json")).isZero();
        assertThat(cli.out()).contains("\"locked\":false");
    }

    @Test
    void aChangeThatIsRefusedDoesNotKeepTheLock() {
        assertThat(cli.run("config", "set", "no.such.setting", "1")).isEqualTo(ExitCode.FAILED);
        cli.run("config", "diff", "--json");
        assertThat(cli.out()).contains("\"locked\":false");
        assertThat(cli.run("config", "set", "work-managers.fast.capacity", "5")).isZero();
        assertThat(cli.run("config", "remove", "no.such.setting")).isEqualTo(ExitCode.FAILED);
        cli.run("config", "diff", "--json");
        assertThat(cli.out()).as("what was pending before").contains("\"locked\":true", "work-managers.fast");
    }

    @Test
    void itStopsAtTheFirstLineThatFails() throws Exception {
        String script = script("config get nothing.there\nconfig set work-managers.fast.capacity 78 --activate\n");
        assertThat(cli.run("shell", script)).isEqualTo(ExitCode.FAILED);
        assertThat(cli.err()).contains("line 1 failed: config get nothing.there");
        assertThat(text()).doesNotContain("78");
        assertThat(cli.run("shell", script, "--keep-going")).isEqualTo(ExitCode.FAILED);
        assertThat(text()).contains("capacity: 78");
        assertThat(cli.run("shell", script("start\n"))).isEqualTo(ExitCode.USAGE);
        assertThat(cli.run("shell", script("config set 'x\n"))).isEqualTo(ExitCode.USAGE);
        assertThat(cli.err()).contains("is not closed");
        assertThat(cli.run("shell", script("quit\nnonsense\n"))).isZero();
    }

    @Test
    void aDryRunChangesNothingAndFindsWhatIsWrong() throws Exception {
        String before = text();
        String script = script("config set work-managers.fast.capacity 79 --activate\n"
                + "config set work-managers.slow.capacity 5\nconfig activate\nstop --force\n");
        assertThat(cli.run("shell", "--dry-run", script)).as(cli.err()).isZero();
        assertThat(cli.out()).contains("work-managers.slow.capacity", "would run: stop --force");
        assertThat(cli.run("shell", "--dry-run", script("config set work-managers.fast.capacity many\n")))
                .isEqualTo(ExitCode.FAILED);
        assertThat(cli.err()).contains("line 1 failed");
        assertThat(cli.run("shell", "--dry-run", script("config st a b\n"))).isEqualTo(ExitCode.USAGE);
        assertThat(text()).isEqualTo(before);
        assertThat(cli.run("config", "diff", "--json")).isZero();
        assertThat(cli.out()).contains("\"locked\":false");

        assertThat(cli.run("config", "set", "work-managers.mine.capacity", "1")).isZero();
        assertThat(cli.run("shell", "--dry-run", script("config set work-managers.fast.capacity 79\n")))
                .isEqualTo(ExitCode.FAILED);
        assertThat(cli.err()).contains("Other changes are pending");
        assertThat(cli.run("config", "diff")).isZero();
        assertThat(cli.out()).as("which are still there").contains("work-managers.mine.capacity");
    }

    @Test
    void theServersAreShownAtOnceWhereThereIsNoTerminal() throws Exception {
        assertThat(cli.run("top", "--interval", "1")).as(cli.err()).isZero();
        assertThat(cli.out())
                .contains("1 servers answer")
                .containsPattern("AdminServer +RUNNING +\\d+ +\\d+")
                .containsPattern("administration +AdminServer +\\d+")
                .doesNotContain("\u001b");
        assertThat(cli.run("top", "--interval", "1", "--json")).isZero();
        JsonObject all = Json.createReader(new StringReader(cli.out())).readObject();
        JsonObject one = all.getJsonArray("servers").getJsonObject(0);
        assertThat(one.getString("state")).isEqualTo("RUNNING");
        assertThat(one.getJsonNumber("per-second").doubleValue())
                .as("this command's own requests")
                .isPositive();
        assertThat(cli.run("top", "--interval", "0")).isEqualTo(ExitCode.USAGE);
    }

    @Test
    void theHeapIsCounted() {
        assertThat(cli.run("heap-histogram", "--limit", "2000")).as(cli.err()).isZero();
        assertThat(cli.out())
                .containsPattern("\\d+ +\\d+ +java\\.lang\\.String\\R")
                .contains("all classes");
        assertThat(cli.run("heap-histogram", "--limit", "0")).isEqualTo(ExitCode.FAILED);
        assertThat(cli.run("heap-histogram", "--all", "--json")).isZero();
        assertThat(cli.out()).contains("\"classes\":[{\"class\":");
    }

    @Test
    void whatThePoolsHaveDecidedIsExplained() throws Exception {
        assertThat(cli.run("explain", "pool", "nothing")).isEqualTo(ExitCode.FAILED);
        assertThat(cli.out()).contains("No pool 'nothing' has changed");
        cli.run("explain", "pool", "--json");
        JsonObject all = Json.createReader(new StringReader(cli.out())).readObject();
        int decisions = server.server()
                .find(WorkRuntimes.class)
                .orElseThrow()
                .decisions()
                .size();
        assertThat(all.getJsonArray("events").size()).isEqualTo(decisions);
    }

    /** Returns what the zip has, by names. */
    private static Map<String, byte[]> entries(Path file) throws Exception {
        Map<String, byte[]> entries = new TreeMap<>();
        try (ZipFile zip = new ZipFile(file.toFile())) {
            for (ZipEntry entry : Collections.list(zip.entries())) {
                entries.put(entry.getName(), zip.getInputStream(entry).readAllBytes());
            }
        }
        return entries;
    }

    @Test
    void oneZipExplainsTheDomainAndHasNoSecret() throws Exception {
        String secret = "tigerlily-and-edelweiss";
        assertThat(cli.run(
                        "config",
                        "set",
                        "servers.AdminServer.tls",
                        "{\"key-store\":\"security/none.p12\",\"password\":\"" + secret + "\"}",
                        "--activate"))
                .as(cli.err())
                .isZero();
        Path file = directory.resolve("all.zip");
        assertThat(cli.run("diagnostics", file.toString(), "--recording", "1", "--heap"))
                .as(cli.err())
                .isZero();
        assertThat(Files.getPosixFilePermissions(file)).isEqualTo(PosixFilePermissions.fromString("rw-------"));
        Map<String, byte[]> entries = entries(file);
        String place = "servers/AdminServer/";
        assertThat(entries)
                .containsKeys(
                        "domain/domain.yaml",
                        "domain/revisions.json",
                        place + "threads.txt",
                        place + "names.json",
                        place + "thread-pools.json",
                        place + "log.json",
                        place + "heap.json",
                        place + "recording.jfr",
                        "left-out.txt");
        assertThat(new String(entries.get("domain/domain.yaml"), StandardCharsets.UTF_8))
                .contains("password: ******");
        assertThat(new String(entries.get("left-out.txt"), StandardCharsets.UTF_8))
                .contains("leases.json: This server takes part in no cluster");
        Path recording = Files.write(directory.resolve("one.jfr"), entries.get(place + "recording.jfr"));
        List<RecordedEvent> events = RecordingFile.readAllEvents(recording);
        assertThat(events).isNotEmpty();
        assertThat(events)
                .extracting(event -> event.getEventType().getName())
                .doesNotContain("jdk.InitialEnvironmentVariable", "jdk.InitialSystemProperty", "jdk.JVMInformation");
        entries.forEach((name, content) -> assertThat(new String(content, StandardCharsets.ISO_8859_1))
                .as(name)
                .doesNotContain(secret)
                .doesNotContain("{aes}"));
        assertThat(cli.run("diagnostics", file.toString())).isEqualTo(ExitCode.FAILED);
        assertThat(cli.err()).contains("is there already");
        assertThat(cli.run("diagnostics", directory.resolve("again.zip").toString(), "--recording", "0", "--json"))
                .isZero();
        JsonObject told = Json.createReader(new StringReader(cli.out())).readObject();
        assertThat(told.getInt("servers")).isEqualTo(1);
        assertThat(told.getJsonArray("left-out")).isNotEmpty();
    }

    /** The thread that answers is one of administration, and says what it does itself. */
    @Test
    void aThreadDumpSaysWhatThreadsWorkOn() throws Exception {
        CountDownLatch in = new CountDownLatch(1);
        CountDownLatch out = new CountDownLatch(1);
        InvocationContext context = new InvocationContext("shop", ScriptsIT.class.getClassLoader(), 4711);
        context.caller(new Caller(() -> "alice", Set.of()));
        server.server().find(WorkManagers.class).orElseThrow().administration().offer(() -> {
            InvocationContext before = InvocationContext.enter(context);
            try {
                in.countDown();
                out.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } finally {
                InvocationContext.exit(before, null);
            }
        });
        try {
            assertThat(in.await(60, TimeUnit.SECONDS)).isTrue();
            assertThat(cli.run("thread-dump")).isZero();
            assertThat(cli.out())
                    .containsPattern("ExecuteThread: .*\\R.*\\R +serves request 4711 of shop for alice\\R");
            assertThat(cli.run("thread-dump", "--json")).isZero();
            assertThat(cli.out()).contains("\"application\":\"shop\",\"request\":4711,\"user\":\"alice\"");
        } finally {
            out.countDown();
        }
        Awaitility.await().untilAsserted(() -> {
            cli.run("thread-dump");
            assertThat(cli.out()).doesNotContain("serves request 4711");
        });
    }

    /** Whoever reads a pipe and has seen enough ends what would go on for ever. */
    @Test
    void whatNobodyReadsAnyMoreEnds() {
        java.io.PrintWriter closed = new java.io.PrintWriter(new java.io.Writer() {
            private int lines;

            @Override
            public void write(char[] text, int offset, int length) throws java.io.IOException {
                if (lines++ > 2) {
                    throw new java.io.IOException("Broken pipe");
                }
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        });
        assertThat(Keelson.commandLine()
                        .setOut(closed)
                        .execute(
                                "top",
                                "--count",
                                "100000",
                                "--interval",
                                "1",
                                "--domain",
                                server.domain().path().toString()))
                .isZero();
    }

    @Test
    void aScriptMaySpeakJson() throws Exception {
        String script = script(
                "config get work-managers --json\nuser list\nconfig set work-managers.fast.capacity 5\nconfig discard\n");
        assertThat(cli.run("shell", "--json", script)).as(cli.err()).isZero();
        List<JsonObject> lines = cli.out()
                .lines()
                .map(line -> Json.createReader(new StringReader(line)).readObject())
                .toList();
        assertThat(lines).hasSize(4);
        assertThat(lines.get(1)).containsKey("users");
        assertThat(cli.run("shell", "--json", "--dry-run", script("user list\n")))
                .isZero();
        assertThat(cli.out()).startsWith("{\"would-run\":\"user list\"}");
        assertThat(cli.run("shell", "--json", script("undeploy nothing\n"))).isEqualTo(ExitCode.FAILED);
        assertThat(cli.out()).startsWith("{\"error\":\"");
    }

    @Test
    void aScriptThatCannotBeReadIsNamed() throws Exception {
        assertThat(cli.run("shell", directory.resolve("none").toString())).isEqualTo(ExitCode.FAILED);
        assertThat(cli.err()).contains("/none is not there");
        assertThat(cli.run("shell", directory.toString())).isEqualTo(ExitCode.FAILED);
        assertThat(cli.err()).contains("is a directory; name a file");
        Path latin = Files.write(
                directory.resolve("latin"), "user list\nuser add j\u00fcrgen\n".getBytes(StandardCharsets.ISO_8859_1));
        assertThat(cli.run("shell", latin.toString())).isEqualTo(ExitCode.FAILED);
        assertThat(cli.err()).contains("The script is not text in UTF-8");
        assertThat(cli.run("diagnostics", directory.resolve("none/x.zip").toString()))
                .isEqualTo(ExitCode.FAILED);
        assertThat(cli.err()).contains("There is no directory");
    }

    /** What has no command of its own is reached all the same. */
    @Test
    void everyOperationCanBeAskedFor() throws Exception {
        assertThat(cli.run("rest", "GET", "server/channels")).as(cli.err()).isZero();
        assertThat(cli.out()).startsWith("{\"channels\":[{\"name\":\"Default\"");
        assertThat(cli.run(
                        "rest",
                        "put",
                        "/management/v1/security/users/j%C3%BCrgen",
                        "--data",
                        "{\"password\":\"p\u00e4ss wort\",\"groups\":[\"Monitors\"]}"))
                .as(cli.err())
                .isZero();
        assertThat(cli.out().strip()).isEqualTo("Done: 201.");
        assertThat(cli.run("user", "list")).isZero();
        assertThat(cli.out().strip()).isEqualTo("j\u00fcrgen  (Monitors)");
        assertThat(cli.run("rest", "DELETE", "security/users/j%C3%BCrgen", "--json"))
                .isZero();
        assertThat(cli.out().strip()).isEqualTo("{\"status\":204,\"text\":\"\"}");
        assertThat(cli.run("rest", "GET", "server/threads")).isZero();
        assertThat(cli.out()).contains("ExecuteThread:");

        Path recording = directory.resolve("one.jfr");
        assertThat(cli.run("rest", "POST", "server/recording?seconds=1")).isEqualTo(ExitCode.FAILED);
        assertThat(cli.err()).contains("--output FILE");
        assertThat(cli.run("rest", "POST", "server/recording?seconds=1", "--output", recording.toString()))
                .as(cli.err())
                .isZero();
        assertThat(RecordingFile.readAllEvents(recording)).isNotEmpty();
        assertThat(cli.run("rest", "GET", "server", "--output", recording.toString()))
                .isEqualTo(ExitCode.FAILED);

        assertThat(cli.run("rest", "GET", "nothing")).isEqualTo(ExitCode.FAILED);
        assertThat(cli.err()).startsWith("keelson: There is nothing at /management/v1/nothing; ");
        assertThat(cli.run("rest", "PUT", "edit/value", "--data", "{")).isEqualTo(ExitCode.FAILED);
        for (List<String> wrong : List.of(
                List.of("rest", "PATCH", "server"),
                List.of("rest", "GET", "a b"),
                List.of("rest", "GET", "x\r\nHost: y"),
                List.of("rest", "GET", "events?types=log"),
                List.of("rest", "GET"),
                List.of("rest", "PUT", "x", "--data", "{}", "--file", "y"))) {
            assertThat(cli.run(wrong.toArray(String[]::new)))
                    .as(wrong.toString())
                    .isEqualTo(ExitCode.USAGE);
        }
    }

    @Test
    void bashCompletes() throws Exception {
        java.io.StringWriter out = new java.io.StringWriter();
        assertThat(Keelson.run(out, "completion", "bash")).isZero();
        Path script = Files.writeString(directory.resolve("completion"), out.toString());
        assertThat(completed(script, "keelson con")).contains("config");
        assertThat(completed(script, "keelson config ro")).contains("rollback").doesNotContain("history");
        assertThat(completed(script, "keelson stop --fo")).contains("--force");
        assertThat(completed(script, "keelson completion z").strip()).isEqualTo("zsh");
    }

    /** Returns what Bash offers for a line whose last word is begun. */
    private static String completed(Path script, String line) throws Exception {
        String[] words = line.split(" ");
        Process bash = new ProcessBuilder(
                        "bash",
                        "-c",
                        "source " + script + "; COMP_WORDS=(" + line + "); COMP_CWORD=" + (words.length - 1)
                                + "; COMP_LINE='" + line + "'; COMP_POINT=" + line.length()
                                + "; _complete_keelson; echo \"${COMPREPLY[@]}\"")
                .redirectErrorStream(true)
                .start();
        String said = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(bash.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return said;
    }
}
