package io.keelson.kernel.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.keelson.base.config.Configuration;
import io.keelson.base.subsystem.ServerIdentity;
import io.keelson.base.subsystem.SubsystemFactory;
import io.keelson.base.time.Ticker;
import io.keelson.base.work.WorkManagers;
import io.keelson.kernel.work.WorkManagerSettings;
import java.net.BindException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ServerTest {
    private final List<String> journal = Collections.synchronizedList(new ArrayList<>());
    private final List<ServerState> states = Collections.synchronizedList(new ArrayList<>());
    private final List<Server> servers = new ArrayList<>();
    private final CountDownLatch never = new CountDownLatch(1);

    // Services that the fakes exchange: net <- security <- web.
    private interface Net {}

    private interface Security {}

    private final FakeSubsystem net = fake("net").provides(Net.class, new Net() {});
    private final FakeSubsystem security =
            fake("security").requires(Net.class).provides(Security.class, new Security() {});
    private final FakeSubsystem web = fake("web").requires(Security.class);

    @AfterEach
    void stop() {
        never.countDown();
        servers.forEach(server -> server.shutdown(ShutdownMode.FORCE));
    }

    private FakeSubsystem fake(String name) {
        return new FakeSubsystem(name, journal);
    }

    private Server server(SubsystemFactory... factories) {
        return server(Duration.ofSeconds(30), factories);
    }

    private Server server(Duration gracefulTimeout, SubsystemFactory... factories) {
        Path domain = Path.of("/nowhere");
        ServerIdentity identity = new ServerIdentity("test", "domain", domain, domain.resolve("test"), false);
        Server server = new Server(
                identity,
                new FakeConfiguration(gracefulTimeout),
                Ticker.system(),
                List.of(factories),
                Duration.ofMillis(200));
        server.addListener((from, to) -> states.add(to));
        servers.add(server);
        return server;
    }

    private static ServerException failure(Server server) {
        return catchThrowableOfType(ServerException.class, server::start);
    }

    @Test
    void goesUpAndDownInTheOrderOfTheDependencies() throws Exception {
        Server server = server(web, security, net);

        server.start();
        assertThat(server.state()).isEqualTo(ServerState.RUNNING);
        server.shutdown(ShutdownMode.GRACEFUL);

        assertThat(server.awaitEnd()).isEqualTo(ServerOutcome.STOPPED);
        assertThat(journal)
                .containsExactly(
                        "start net",
                        "start security",
                        "start web",
                        "administer net",
                        "administer security",
                        "administer web",
                        "resume web",
                        "resume security",
                        "resume net",
                        "suspend net",
                        "suspend security",
                        "suspend web",
                        "stop web",
                        "stop security",
                        "stop net");
        assertThat(states)
                .containsExactly(
                        ServerState.STANDBY,
                        ServerState.ADMIN,
                        ServerState.RUNNING,
                        ServerState.SUSPENDING,
                        ServerState.SHUTTING_DOWN,
                        ServerState.SHUTDOWN);
    }

    @Test
    void startsIndependentSubsystemsInParallel() throws Exception {
        CyclicBarrier barrier = new CyclicBarrier(3);
        FakeSubsystem[] fakes = new FakeSubsystem[3];
        Arrays.setAll(fakes, i -> fake("s" + i).on("start", d -> barrier.await(20, TimeUnit.SECONDS)));
        Server server = server(fakes);

        server.start(); // would fail at the barrier if one waited for another

        assertThat(server.subsystems()).extracting(SubsystemTime::name).containsExactlyInAnyOrder("s0", "s1", "s2");
        assertThat(server.subsystems())
                .allSatisfy(time -> assertThat(time.start()).isPositive());
    }

    @Test
    void providesTheKernelsServices() throws Exception {
        Server server = server(net);
        server.start();
        assertThat(net.services().get(ServerControl.class)).isSameAs(server);
        assertThat(net.services().get(Ticker.class)).isSameAs(Ticker.system());
        assertThat(net.services().get(ServerIdentity.class).name()).isEqualTo("test");
        assertThat(net.services().get(Configuration.class)).isInstanceOf(FakeConfiguration.class);
        assertThat(net.services().get(WorkManagers.class).standard().offer(() -> {}))
                .isTrue();
        assertThatThrownBy(() -> net.services().get(Security.class))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("'net' asks for")
                .hasMessageContaining("requires()");
        assertThatThrownBy(() -> net.services().publish(Security.class, new Security() {}))
                .hasMessageContaining("'net' publishes");
        assertThat(server.find(Net.class)).isPresent();
    }

    @Test
    void startsASubsystemAfterThoseThatItUsesWhereTheyAreThere() throws Exception {
        FakeSubsystem reader = fake("a-reader").uses(Net.class, Runnable.class);
        Server server = server(reader, net);

        server.start();

        assertThat(journal).containsSubsequence("start net", "start a-reader");
        assertThat(reader.services().find(Net.class)).isPresent();
        assertThat(reader.services().find(Runnable.class)).isEmpty();
        assertThatThrownBy(() -> reader.services().find(Security.class))
                .hasMessageContaining("'a-reader' looks for")
                .hasMessageContaining("uses()");
    }

    @Test
    void refusesWhatDoesNotFitTogetherWithAllNames() {
        FakeSubsystem a = fake("a").requires(Net.class).provides(Security.class, new Security() {});
        FakeSubsystem b = fake("b").requires(Security.class).provides(Net.class, new Net() {});
        FakeSubsystem secondNet = fake("net2").provides(Net.class, new Net() {});
        FakeSubsystem lonely = fake("lonely").requires(Runnable.class);
        FakeSubsystem twin = fake("lonely");

        ServerException refusal = failure(server(a, b, secondNet, lonely, twin));

        assertThat(refusal)
                .hasMessageContaining("two subsystems are named 'lonely'")
                .hasMessageContaining("Net is provided by 'b' and by 'net2'")
                .hasMessageContaining("'lonely' requires java.lang.Runnable, which nobody provides")
                .hasMessageContaining("cycle: a requires b requires a");
        assertThat(journal).isEmpty();
        assertThat(servers.get(0).state()).isEqualTo(ServerState.FAILED);
    }

    @Test
    void refusesASubsystemThatDoesNotPublishWhatItPromises() {
        FakeSubsystem liar = fake("liar").provides(Net.class, null);
        assertThat(failure(server(liar)))
                .hasMessageContaining("'liar' names")
                .hasMessageContaining("has not published it");
        assertThat(journal).containsExactly("start liar", "stop liar");
    }

    @Test
    void undoesAStartThatFails() throws Exception {
        security.on("start", d -> {
            throw new BindException("cannot bind 127.0.0.1:7001; choose another port");
        });
        net.on("stop", d -> {
            throw new IllegalStateException("net cannot stop");
        });
        Server server = server(net, security, web);

        ServerException failure = failure(server);

        assertThat(failure)
                .hasMessage("the subsystem 'security' failed to start: cannot bind 127.0.0.1:7001; choose another port")
                .hasCauseInstanceOf(BindException.class);
        assertThat(failure.getSuppressed()).hasSize(1);
        assertThat(failure.getSuppressed()[0]).hasMessageContaining("the subsystem 'net' failed to stop");
        assertThat(journal).containsExactly("start net", "start security", "stop net");
        assertThat(server.state()).isEqualTo(ServerState.FAILED);
        assertThat(server.awaitEnd()).isEqualTo(ServerOutcome.START_FAILED);
    }

    @Test
    void sumsUpParallelFailures() {
        CyclicBarrier both = new CyclicBarrier(2);
        FakeSubsystem[] fakes = new FakeSubsystem[2];
        Arrays.setAll(
                fakes,
                i -> fake("s" + i).on("start", d -> {
                    both.await(20, TimeUnit.SECONDS);
                    throw new IllegalStateException("number " + i);
                }));
        ServerException failure = failure(server(fakes));
        assertThat(failure.getSuppressed()).hasSize(1);
        assertThat(failure.getMessage() + failure.getSuppressed()[0].getMessage())
                .contains("'s0' failed to start: number 0")
                .contains("'s1' failed to start: number 1");
    }

    @Test
    void undoesAFailureInEachPhase() throws Exception {
        for (String step : List.of("start", "administer", "resume")) {
            journal.clear();
            FakeSubsystem last = fake("last").requires(Net.class).on(step, d -> {
                throw new LinkageError("no such class");
            });
            Server server = server(fake("net").provides(Net.class, new Net() {}), last);

            assertThat(failure(server)).hasMessageContaining("'last'").hasMessageContaining("LinkageError");

            assertThat(journal).contains("stop net");
            assertThat(journal.contains("stop last")).isEqualTo(!step.equals("start"));
            assertThat(server.awaitEnd()).isEqualTo(ServerOutcome.START_FAILED);
        }
    }

    @Test
    void forceCutsTheWaitForWorkInFlight() throws Exception {
        CountDownLatch suspending = new CountDownLatch(1);
        AtomicBoolean interrupted = new AtomicBoolean();
        net.on("suspend", deadline -> {
            suspending.countDown();
            try {
                never.await();
            } catch (InterruptedException e) {
                interrupted.set(deadline.passed());
            }
        });
        Server server = server(net, security, web);
        server.start();
        server.shutdown(ShutdownMode.GRACEFUL);
        suspending.await();

        server.shutdown(ShutdownMode.FORCE);

        assertThat(server.awaitEnd()).isEqualTo(ServerOutcome.STOPPED);
        assertThat(interrupted).isTrue();
        assertThat(journal).endsWith("stop web", "stop security", "stop net");
    }

    @Test
    void forceDoesNotSuspend() throws Exception {
        AtomicReference<Duration> left = new AtomicReference<>();
        net.on("stop", deadline -> left.set(deadline.remaining()));
        Server server = server(net, security, web);
        server.start();
        server.shutdown(ShutdownMode.FORCE);
        server.awaitEnd();
        assertThat(journal).noneMatch(line -> line.startsWith("suspend"));
        assertThat(left.get()).isZero();
    }

    @Test
    void theTimeoutBoundsAGracefulShutdown() throws Exception {
        net.on("suspend", deadline -> {
            while (!deadline.passed()) {
                never.await(deadline.remaining().toMillis() + 1, TimeUnit.MILLISECONDS);
            }
        });
        AtomicReference<Duration> left = new AtomicReference<>();
        web.on("stop", deadline -> left.set(deadline.remaining()));
        Server server = server(Duration.ofMillis(300), net, security, web);
        server.start();
        server.shutdown(ShutdownMode.GRACEFUL);
        assertThat(server.awaitEnd()).isEqualTo(ServerOutcome.STOPPED);
        assertThat(left.get()).isZero();
    }

    @Test
    void aHungStopIsLeftBehindAndTheOthersStop() throws Exception {
        security.on("stop", deadline -> {
            while (never.getCount() > 0) {
                try {
                    never.await();
                } catch (InterruptedException e) {
                    // ignores even that
                }
            }
        });
        Server server = server(Duration.ofMillis(100), net, security, web);
        server.start();
        server.shutdown(ShutdownMode.GRACEFUL);
        assertThat(server.awaitEnd()).isEqualTo(ServerOutcome.STOP_FAILED);
        assertThat(journal).endsWith("stop web", "stop security", "stop net");
    }

    @Test
    void aHungSuspendTakesNoFurtherStep() throws Exception {
        security.on("suspend", deadline -> {
            while (never.getCount() > 0) {
                try {
                    never.await();
                } catch (InterruptedException e) {
                    // ignores even that
                }
            }
        });
        Server server = server(Duration.ofMillis(100), net, security, web);
        server.start();
        server.shutdown(ShutdownMode.GRACEFUL);
        assertThat(server.awaitEnd()).isEqualTo(ServerOutcome.STOP_FAILED);
        assertThat(journal).contains("suspend web", "stop web", "stop net").doesNotContain("stop security");
    }

    @Test
    void aShutdownDuringTheStartEndsInShutdown() throws Exception {
        CountDownLatch starting = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        net.on("start", d -> {
            starting.countDown();
            go.await();
        });
        Server server = server(net, security, web);
        AtomicReference<ServerException> failure = new AtomicReference<>();
        Thread starter = new Thread(() -> failure.set(failure(server)));
        starter.start();
        starting.await();

        server.shutdown(ShutdownMode.GRACEFUL);
        go.countDown();

        assertThat(server.awaitEnd()).isEqualTo(ServerOutcome.STOPPED);
        starter.join();
        assertThat(failure.get()).hasMessageContaining("was shut down while it started");
        assertThat(journal).containsExactly("start net", "stop net");
        assertThat(server.state()).isEqualTo(ServerState.SHUTDOWN);
    }

    @Test
    void forceInterruptsAStart() throws Exception {
        CountDownLatch starting = new CountDownLatch(1);
        net.on("start", d -> {
            starting.countDown();
            never.await();
        });
        Server server = server(net);
        Thread starter = new Thread(() -> failure(server));
        starter.start();
        starting.await();
        server.shutdown(ShutdownMode.FORCE);
        server.awaitEnd();
        starter.join();
        assertThat(server.state()).isEqualTo(ServerState.SHUTDOWN);
    }

    @Test
    void suspendsToAdminAndResumes() throws Exception {
        Server server = server(net, security, web);
        server.start();
        journal.clear();

        server.suspend(Duration.ofSeconds(5));
        assertThat(server.state()).isEqualTo(ServerState.ADMIN);
        assertThatThrownBy(() -> server.suspend(Duration.ZERO)).hasMessageContaining("in the state ADMIN");
        server.resume();

        assertThat(server.state()).isEqualTo(ServerState.RUNNING);
        assertThatThrownBy(server::resume).hasMessageContaining("in the state RUNNING");
        assertThat(journal)
                .containsExactly(
                        "suspend net",
                        "suspend security",
                        "suspend web",
                        "resume web",
                        "resume security",
                        "resume net");
    }

    @Test
    void aFailedResumeClosesTheDoorsAgain() throws Exception {
        Server server = server(net, security, web);
        server.start();
        server.suspend(Duration.ofSeconds(5));
        journal.clear();
        security.on("resume", d -> {
            throw new IllegalStateException("not now");
        });
        assertThatThrownBy(server::resume).hasMessageContaining("'security' failed to resume: not now");
        assertThat(journal).containsExactly("resume web", "resume security", "suspend web");
        assertThat(server.state()).isEqualTo(ServerState.ADMIN);
    }

    @Test
    void appliesAConfigurationToAllOrNone() throws Exception {
        Server server = server(net, security, web);
        server.start();
        journal.clear();
        Configuration next =
                new FakeConfiguration(Duration.ofSeconds(7), Map.of("small", new WorkManagerSettings(3, 50)));
        web.on("prepare", d -> {
            throw new IllegalArgumentException("web does not want it");
        });

        assertThatThrownBy(() -> server.applyConfiguration(next))
                .hasMessageContaining("nothing was changed")
                .hasMessageContaining("'web'")
                .hasMessageContaining("web does not want it");
        assertThat(journal)
                .containsExactly("prepare net", "prepare security", "prepare web", "rollback security", "rollback net");
        assertThat(net.services().get(Configuration.class)).isNotSameAs(next);

        assertThatThrownBy(() -> server.checkConfiguration(next)).hasMessageContaining("web does not want it");

        journal.clear();
        web.on("prepare", d -> {});
        server.checkConfiguration(next);

        assertThat(journal)
                .containsExactly(
                        "prepare net",
                        "prepare security",
                        "prepare web",
                        "rollback web",
                        "rollback security",
                        "rollback net");
        assertThat(net.services().get(Configuration.class)).isNotSameAs(next);

        journal.clear();
        server.applyConfiguration(next);

        assertThat(journal)
                .containsExactly(
                        "prepare net",
                        "prepare security",
                        "prepare web",
                        "commit net",
                        "commit security",
                        "commit web");
        assertThat(net.services().get(Configuration.class)).isSameAs(next);
        assertThat(net.services().get(WorkManagers.class).named("small").offer(() -> {}))
                .isTrue();
    }

    @Test
    void aListenerThatFailsChangesNothing() throws Exception {
        Server server = server(net);
        server.addListener((from, to) -> {
            throw new IllegalStateException("thrown on purpose by a test");
        });
        server.start();
        assertThat(server.state()).isEqualTo(ServerState.RUNNING);
    }

    @Test
    void startsOnlyOnce() throws Exception {
        Server server = server(net);
        server.start();
        assertThat(failure(server)).hasMessageContaining("has been started");
        assertThat(server.state()).isEqualTo(ServerState.RUNNING);
        server.shutdown(ShutdownMode.GRACEFUL);
        server.awaitEnd();
        server.shutdown(ShutdownMode.GRACEFUL);
        await().until(() -> server.state() == ServerState.SHUTDOWN);
    }
}
