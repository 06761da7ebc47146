package io.keelson.admin.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.admin.domain.DomainDirectory;
import io.keelson.admin.domain.Endpoint;
import io.keelson.admin.domain.ProcessMark;
import io.keelson.admin.domain.ServerRecord;
import io.keelson.admin.machine.EnrolmentToken;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * Whoever waits for a command longer than a second sees on the terminal that it is at work: every command that asks anybody is held up
 * by its peer until it has shown that.
 */
@Timeout(120)
class ProgressOfCommandsIT {
    /** They ask nobody, become something else, or show something all the time. */
    private static final Set<String> NOT_WAITING = Set.of(
            "completion",
            "demo",
            "domain create",
            "help",
            "lb",
            "client",
            "machine init",
            "node run",
            "shell",
            "start",
            "status",
            "tls create-certificate",
            "tls show",
            "top");

    /** Their peer does not answer. */
    private static final List<String> ASKING = List.of(
            "cluster restart cluster-1",
            "config activate",
            "config diff",
            "config discard",
            "config get",
            "config history",
            "config lock",
            "config remove a.b",
            "config rollback 1",
            "config set a.b 1 --activate",
            "config show 1",
            "config unlock",
            "config validate",
            "data-source test orders",
            "deploy WAR",
            "deploy WAR --target cluster-1",
            "deployments list",
            "deployments show shop",
            "deployments start shop",
            "deployments stop shop",
            "diagnostics NEW",
            "explain pool",
            "explain service one",
            "explain session abc",
            "heap-histogram",
            "log",
            "machine add east --address 127.0.0.1",
            "machine enroll NEW --token TOKEN",
            "machine list",
            "machine remove east",
            "node start",
            "node status",
            "node stop",
            "redeploy shop",
            "redeploy shop --version 2",
            "rest GET server",
            "runtime",
            "scale cluster-1 3",
            "secret encrypt --all",
            "server kill AdminServer",
            "server kill AdminServer --restart",
            "server log AdminServer",
            "server start AdminServer",
            "server stop AdminServer",
            "session budget shop",
            "session inspect abc",
            "session trace abc",
            "singleton history one",
            "singleton list",
            "singleton migrate one --to server-2",
            "stop",
            "thread-dump",
            "undeploy shop",
            "user add eve --provider db --password-file WAR",
            "user groups eve --provider db",
            "user list --provider db",
            "user password eve --provider db --password-file WAR",
            "user remove eve --provider db",
            "voter list",
            "voter replace AdminServer",
            "watch list",
            "watch reset memory",
            "work-managers");

    /** They look again and again, and are told that it goes on. */
    private static final List<String> FOLLOWING = List.of(
            "cluster restart cluster-1",
            "redeploy shop --rolling --resume",
            "scale cluster-1 3",
            "server kill AdminServer",
            "server start AdminServer",
            "server stop AdminServer",
            "singleton migrate one --to server-2",
            "voter replace AdminServer");

    @TempDir
    Path directory;

    private final ExecutorService threads = Executors.newCachedThreadPool();

    /** For their names and options only. */
    private final CommandLine commands = Keelson.commandLine();

    @BeforeEach
    void aLauncherThatTakesItsTime() throws Exception {
        Path launcher = Files.createDirectories(directory.resolve("home/bin")).resolve("keelson");
        Files.writeString(
                launcher,
                "#!/bin/sh\ni=0\nwhile [ $i -lt 200 ] && [ ! -e \"$4/enough\" ]; do sleep 0.1; i=$((i+1)); done\n");
        Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwx------"));
        System.setProperty("keelson.home", directory.resolve("home").toString());
    }

    @AfterEach
    void stop() {
        System.clearProperty("keelson.home");
        threads.shutdownNow();
    }

    /** A terminal that says when something was drawn on it several times: the second of quiet is over, for others as well. */
    private static final class Screen extends StringWriter {
        private static final int TIMES = 3;
        private final CompletableFuture<Void> seen;
        private int drawn;

        Screen(CompletableFuture<Void> seen) {
            this.seen = seen;
        }

        @Override
        public void write(String text, int offset, int length) {
            super.write(text, offset, length);
            if (text.startsWith("\r\u001b[?7l") && ++drawn == TIMES) {
                seen.complete(null);
            }
        }
    }

    /** What a command said. */
    private record Said(String command, String out, String err, boolean shown, Said json, Said plain) {}

    private Path domain(String number, SlowPeer peer, boolean node) throws Exception {
        DomainDirectory domain = DomainDirectory.create(directory.resolve("domain-" + number));
        Endpoint endpoint = Endpoint.inTheClear(peer.authority());
        ProcessHandle me = ProcessHandle.current();
        String mark = ProcessMark.of(me).orElse(null);
        new ServerRecord("AdminServer", "RUNNING", me.pid(), mark, endpoint, endpoint, "test")
                .write(domain.server("AdminServer"));
        if (node) {
            new ServerRecord("node", "RUNNING", me.pid(), mark, null, endpoint, "test").write(domain.node());
        }
        return domain.path();
    }

    private String[] words(String command, Path domain, SlowPeer peer, String name) throws Exception {
        Path war = Files.write(domain.resolve("shop.war"), new byte[] {'P', 'K'});
        List<String> words = new ArrayList<>();
        for (String word : command.split(" ")) {
            words.add(
                    switch (word) {
                        case "WAR" -> war.toString();
                        case "NEW" -> domain.resolve("new-" + name).toString();
                        case "TOKEN" ->
                            new EnrolmentToken("east", peer.authority(), "west", "ab".repeat(32), "c".repeat(43))
                                    .text();
                        default -> word;
                    });
        }
        if (leaf(words.toArray(String[]::new)).getCommandSpec().findOption("--domain") != null) {
            words.addAll(List.of("--domain", domain.toString()));
        }
        return words.toArray(String[]::new);
    }

    private static Said run(String command, boolean terminal, Screen err, String... words) {
        StringWriter out = new StringWriter();
        CommandLine commandLine = Keelson.commandLine(() -> terminal, words);
        commandLine.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
        commandLine.execute(words);
        return new Said(command, out.toString(), err.toString(), err.drawn >= Screen.TIMES, null, null);
    }

    /** Runs a command at a terminal, and at the same time where nothing is to be shown. */
    private Said run(int number, String command, boolean answers) throws Exception {
        CompletableFuture<Void> enough = new CompletableFuture<>();
        try (SlowPeer peer = new SlowPeer(answers, enough, threads)) {
            Path domain = domain(number + (answers ? "-following" : "-asking"), peer, !command.equals("node start"));
            String[] forJson = words(command + " --json", domain, peer, "json");
            String[] plain = words(command, domain, peer, "plain");
            String[] shown = words(command, domain, peer, "shown");
            CompletableFuture<Void> seen = new CompletableFuture<>();
            Future<Said> json =
                    threads.submit(() -> run(command, true, new Screen(new CompletableFuture<>()), forJson));
            Future<Said> pipe = threads.submit(() -> run(command, false, new Screen(new CompletableFuture<>()), plain));
            Future<Said> screen = threads.submit(() -> run(command, true, new Screen(seen), shown));
            seen.completeOnTimeout(null, 15, TimeUnit.SECONDS).join();
            Files.createFile(domain.resolve("enough"));
            enough.complete(null);
            Said said = screen.get(60, TimeUnit.SECONDS);
            return new Said(
                    command,
                    said.out(),
                    said.err(),
                    said.shown(),
                    json.get(60, TimeUnit.SECONDS),
                    pipe.get(60, TimeUnit.SECONDS));
        }
    }

    private List<Said> runAll(List<String> commands, boolean answers) throws Exception {
        List<Future<Said>> running = new ArrayList<>();
        for (int i = 0; i < commands.size(); i++) {
            int number = i;
            running.add(threads.submit(() -> run(number, commands.get(number), answers)));
        }
        List<Said> all = new ArrayList<>();
        for (Future<Said> one : running) {
            all.add(one.get());
        }
        return all;
    }

    private static void showTheyWait(List<Said> all) {
        assertThat(all).allSatisfy(said -> {
            assertThat(said.shown())
                    .as("progress of '%s': %s %s", said.command(), said.err(), said.out())
                    .isTrue();
            assertThat(said.err()).as(said.command()).doesNotContain("please report it");
            // It is taken away before anything else is said.
            assertThat(said.err())
                    .as(said.command())
                    .containsPattern("\r\u001b\\[\\?7l +\u001b\\[\\?7h\r(keelson: |$)");
            for (Said quiet : List.of(said.json(), said.plain())) {
                assertThat(quiet.err() + quiet.out())
                        .as("'%s' where nothing is to be shown", said.command())
                        .doesNotContain("\u001b", "\r");
            }
        });
    }

    @Test
    void whoWaitsForAnAnswerSeesThat() throws Exception {
        showTheyWait(runAll(ASKING, false));
    }

    @Test
    void whoWaitsUntilSomethingIsDoneSeesThat() throws Exception {
        showTheyWait(runAll(FOLLOWING, true));
    }

    /** A new command stands above: it waits, or it does not. */
    @Test
    void everyCommandIsAboveInOneOfTheLists() {
        Set<String> waiting = new TreeSet<>();
        for (List<String> list : List.of(ASKING, FOLLOWING)) {
            list.forEach(command -> waiting.add(name(leaf(command.split(" ")))));
        }
        assertThat(waiting).doesNotContainAnyElementsOf(NOT_WAITING);
        Set<String> all = new TreeSet<>();
        leaves(commands, all);
        waiting.addAll(NOT_WAITING);
        assertThat(waiting).isEqualTo(all);
    }

    private CommandLine leaf(String... words) {
        CommandLine found = commands;
        for (String word : words) {
            CommandLine next = found.getSubcommands().get(word);
            if (next == null) {
                break;
            }
            found = next;
        }
        return found;
    }

    private static String name(CommandLine command) {
        return command.getCommandSpec().qualifiedName().replaceFirst("^keelson ", "");
    }

    private static void leaves(CommandLine command, Set<String> all) {
        if (command.getSubcommands().isEmpty()) {
            all.add(name(command));
        }
        command.getSubcommands().values().forEach(each -> leaves(each, all));
    }
}
