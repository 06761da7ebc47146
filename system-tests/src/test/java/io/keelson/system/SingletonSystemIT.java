package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Hashtable;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.naming.Context;
import javax.naming.InitialContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A singleton service on an admin server and two managed servers: real processes, killed for real. Each activation writes its
 * epoch and its server into a file that all of them share; nothing may ever be active twice.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class SingletonSystemIT {
    private static final String[] ALL = {"AdminServer", "server-1", "server-2"};
    /** The lease's duration and one second is what is promised without proof of death; a busy machine is slower. */
    private static final Duration FAILOVER = Duration.ofSeconds(15);

    @TempDir
    private Path parent;

    private Path file;

    /** A line of the file. */
    private record Line(String what, long epoch, String server, long atMillis, boolean held) {
        static Line of(String text) {
            String[] parts = text.split(" ");
            return new Line(
                    parts[0], Long.parseLong(parts[1]), parts[2], Long.parseLong(parts[3]), "true".equals(parts[4]));
        }
    }

    private List<Line> lines() throws Exception {
        return Files.exists(file)
                ? Files.readAllLines(file).stream().map(Line::of).toList()
                : List.of();
    }

    private Line awaitUp(String server, long afterEpoch) {
        List<Line> found = new ArrayList<>();
        await().atMost(FAILOVER).pollInterval(Duration.ofMillis(20)).untilAsserted(() -> {
            found.clear();
            lines().stream()
                    .filter(line -> line.what().equals("up")
                            && line.epoch() > afterEpoch
                            && line.server().equals(server))
                    .forEach(found::add);
            assertThat(found).as(lines().toString()).isNotEmpty();
        });
        return found.get(0);
    }

    private LiveDomain domain() throws Exception {
        LiveDomain domain = LiveDomain.create(parent, 2)
                .configure(text -> text + "singleton-services:\n"
                        + "  journal:\n"
                        + "    class-name: journal.Journal\n"
                        + "    user-preferred-server: server-1\n"
                        + "    additional-migration-attempts: 0\n"
                        + "    millis-to-sleep-between-attempts: 100\n"
                        + "  counter:\n"
                        + "    class-name: io.keelson.examples.counter.CounterService\n"
                        + "    user-preferred-server: server-1\n");
        file = parent.resolve("journal.txt");
        WarFile jar =
                WarFile.ofLibrary("journal", parent.resolve("classes")).text("journal/journal-path", file.toString());
        Path library = Files.createDirectories(domain.directory().resolve("lib"));
        Files.write(library.resolve("journal.jar"), jar.packed());
        Files.write(
                library.resolve("counter-service.jar"),
                WarFile.ofExample("counter-service", counterClasses(), "").packed());
        return domain;
    }

    private Path counterClasses() {
        return parent.resolve("counter-classes");
    }

    /** The callers of the counter: the same application on both servers. */
    private void deployCallers(LiveDomain domain) throws Exception {
        Path war = Files.write(
                parent.resolve("counter.war"),
                WarFile.ofExample("counter", parent.resolve("caller-classes"), "WEB-INF/classes/", counterClasses())
                        .packed());
        for (String server : List.of("server-1", "server-2")) {
            LiveServer.Said said = domain.cli("deploy", war.toString(), "--server", server);
            assertThat(said.exit()).as(said.text()).isZero();
        }
    }

    /** What the caller on a server says, once it can. */
    private static void awaitCounter(LiveDomain domain, String server, String says) {
        await().atMost(FAILOVER)
                .untilAsserted(
                        () -> assertThat(domain.ask(server, "GET", "/counter/")).isEqualTo(says));
    }

    /** A client of its own, which knows the interface only, by the names of a server that has not got the object. */
    private int valueForAClientOf(LiveDomain domain, String server) throws Exception {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {counterClasses().toUri().toURL()}, before)) {
            thread.setContextClassLoader(loader);
            Hashtable<String, Object> environment = new Hashtable<>();
            environment.put(Context.INITIAL_CONTEXT_FACTORY, "io.keelson.client.ContextFactory");
            environment.put(Context.PROVIDER_URL, "keelson://" + domain.address(server));
            Context context = new InitialContext(environment);
            try {
                Object counter = context.lookup("Counter");
                return (int) loader.loadClass("io.keelson.examples.counter.Counter")
                        .getMethod("value")
                        .invoke(counter);
            } finally {
                context.close();
            }
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private static void awaitState(LiveDomain domain, String state, String owner) {
        await().atMost(FAILOVER)
                .untilAsserted(() -> assertThat(
                                domain.manage("AdminServer", "singletons").body())
                        .containsPattern("\"name\":\"journal\",\"state\":\"" + state + "\",\"owner\":" + owner));
    }

    private static void awaitBothCandidates(LiveDomain domain) {
        await().atMost(FAILOVER)
                .untilAsserted(() -> assertThat(
                                domain.manage("AdminServer", "singletons").body())
                        .containsPattern("\"name\":\"journal\"[^}]*\"candidates\":\\[\"server-1\",\"server-2\"]"));
    }

    @Test
    void worksOnOneServerAtATimeWhateverHappensToIt() throws Exception {
        try (LiveDomain domain = domain()) {
            domain.launch(ALL);
            domain.awaitRunning(ALL);
            Line first = awaitUp("server-1", 0);
            awaitState(domain, "ACTIVE", "\"server-1\"");
            assertThat(domain.output("server-1").indexOf("KLS-000360"))
                    .as("after the server is RUNNING")
                    .isBetween(0, domain.output("server-1").indexOf("KLS-300170"));
            awaitBothCandidates(domain);
            assertThat(domain.cli("singleton", "list", "--json").text().strip())
                    .matches(
                            "\\{\"singletons\":\\[.*,?\\{\"name\":\"journal\",\"state\":\"ACTIVE\",\"owner\":\"server-1\","
                                    + "\"epoch\":" + first.epoch() + ",\"since\":\"[^\"]+\",\"preferred\":\"server-1\","
                                    + "\"candidates\":\\[\"server-1\",\"server-2\"],\"application\":null}]}");

            // The counter begins at 5; both servers and a client mean the same one.
            deployCallers(domain);
            awaitCounter(domain, "server-1", "5 on server-1");
            assertThat(domain.ask("server-1", "POST", "/counter/?add=8")).isEqualTo("13 on server-1");
            assertThat(domain.ask("server-2", "GET", "/counter/")).isEqualTo("13 on server-1");
            assertThat(valueForAClientOf(domain, "server-2")).isEqualTo(13);

            // Moved by hand.
            LiveServer.Said moved = domain.cli("singleton", "migrate", "journal", "--to", "server-2");
            assertThat(moved.exit()).as(moved.text()).isZero();
            Line second = awaitUp("server-2", first.epoch());
            assertThat(lines().get(1)).extracting(Line::what, Line::epoch).containsExactly("down", first.epoch());
            assertThat(domain.cli("singleton", "history", "journal").text())
                    .containsPattern("server-1 -> server-2 {2}ACTIVE: moved by management");
            assertThat(domain.cli("singleton", "migrate", "journal", "--to", "AdminServer")
                            .exit())
                    .as("the admin server never has one")
                    .isEqualTo(1);

            // Killed: the other one has it.
            long killed = System.currentTimeMillis();
            domain.signal("server-2", "KILL");
            Line third = awaitUp("server-1", second.epoch());
            System.out.println(
                    "singleton: kill -9 to activate on another server: " + (third.atMillis() - killed) + " ms");
            awaitState(domain, "ACTIVE", "\"server-1\"");

            // Why it is where it is, from what both servers that run have kept.
            LiveServer.Said why = domain.cli("explain", "service", "journal");
            assertThat(why.exit()).as(why.text()).isZero();
            assertThat(why.text())
                    .containsPattern("(?s)ENDED on server-1 \\(epoch " + first.epoch() + "\\): it goes to server-2.*"
                            + "ACTIVE on server-2, before on server-1 \\(epoch " + second.epoch()
                            + "\\): moved by management.*ACTIVE on server-1, before on server-2 \\(epoch "
                            + third.epoch()
                            + "\\): server-2 is gone")
                    .containsPattern("(AdminServer|server-1) +WARN KLS-300102: .* server-2 seems to be gone")
                    .containsPattern("Not asked: .*server-2");
            assertThat(domain.cli("explain", "service", "nothing").text()).contains("'nothing'");

            // An orderly end of its server.
            domain.forget("server-2");
            domain.launch("server-2");
            domain.awaitRunning("server-2");
            awaitBothCandidates(domain);
            awaitCounter(domain, "server-2", "13 on server-1"); // who joins late gets the names
            domain.process("server-1").destroy();
            Line fourth = awaitUp("server-2", third.epoch());
            Line down = lines().get(lines().indexOf(fourth) - 1);
            assertThat(down)
                    .extracting(Line::what, Line::epoch, Line::held)
                    .containsExactly("down", third.epoch(), true);
            System.out.println("singleton: deactivate at an orderly end to activate on another server: "
                    + (fourth.atMillis() - down.atMillis()) + " ms");
            awaitCounter(domain, "server-2", "5 on server-2");
            assertThat(domain.process("server-1").waitFor(40, TimeUnit.SECONDS)).isTrue();

            // Where it cannot work it goes on to the next.
            Files.createFile(file.resolveSibling("refused-on-server-1"));
            domain.forget("server-1");
            domain.launch("server-1");
            domain.awaitRunning("server-1");
            awaitBothCandidates(domain);
            assertThat(domain.cli("singleton", "migrate", "journal", "--to", "server-1")
                            .exit())
                    .as("it is active on another server instead")
                    .isEqualTo(1);
            domain.awaitSaid("server-1", "KLS-300172");
            awaitState(domain, "ACTIVE", "\"server-2\"");
            assertThat(domain.cli("stop").exit()).isZero();
            neverTwice();
        }
    }

    /** Epochs grow, and whoever lets go in order has done so before the next begins. */
    private void neverTwice() throws Exception {
        long highest = 0;
        for (Line line : lines()) {
            if (line.what().equals("up")) {
                assertThat(line.epoch()).as(lines().toString()).isGreaterThan(highest);
                highest = line.epoch();
            } else {
                assertThat(line.epoch()).as(lines().toString()).isEqualTo(highest);
                assertThat(line.held()).as(lines().toString()).isTrue();
            }
        }
    }
}
