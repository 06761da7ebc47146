package io.keelson.deploy.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.keelson.base.config.Configuration;
import io.keelson.base.config.DataSize;
import io.keelson.base.subsystem.ServerIdentity;
import io.keelson.base.subsystem.ServiceLookup;
import io.keelson.base.subsystem.Services;
import io.keelson.base.subsystem.Subsystem;
import io.keelson.base.time.Deadline;
import io.keelson.base.time.Ticker;
import io.keelson.base.work.WorkManagers;
import io.keelson.deploy.Deployer;
import io.keelson.deploy.Deployer.State;
import io.keelson.deploy.spi.Contributor;
import io.keelson.deploy.spi.Contributors;
import io.keelson.deploy.spi.Deployment;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.kernel.loader.Parts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DeploySubsystemTest {
    @TempDir
    Path directory;

    private final FakeWorkManagers workManagers = new FakeWorkManagers();

    private static Deadline in(Duration duration) {
        return Deadline.in(Ticker.system(), duration);
    }

    /** A subsystem as the kernel makes it. */
    private final class Kernel implements Services {
        final Map<Class<?>, Object> services = new HashMap<>();
        final Subsystem subsystem;

        Kernel(boolean production) {
            services.put(
                    ServerIdentity.class,
                    new ServerIdentity("admin", "domain", directory, directory.resolve("servers/admin"), production));
            services.put(ServiceLookup.class, new ServiceLookup() {
                @Override
                public <T> Optional<T> find(Class<T> type) {
                    return Optional.empty();
                }
            });
            services.put(Ticker.class, Ticker.system());
            services.put(WorkManagers.class, workManagers);
            services.put(Configuration.class, new Limits());
            subsystem = new DeploySubsystemFactory().create(this);
        }

        @Override
        public <T> T get(Class<T> type) {
            return type.cast(services.get(type));
        }

        @Override
        public <T> void publish(Class<T> type, T service) {
            assertThat(new DeploySubsystemFactory().provides()).contains(type);
            services.put(type, service);
        }

        Deployer deployer() {
            return get(Deployer.class);
        }
    }

    private static final class Limits implements Configuration {
        @Override
        public <R extends Record> R get(Class<R> section) {
            return section.cast(new DeploymentSettings(
                    1_000,
                    new DataSize(1 << 20),
                    100,
                    new DataSize(1 << 20),
                    new DataSize(1 << 20),
                    Duration.ofMillis(50),
                    Duration.ofSeconds(1),
                    Duration.ofMinutes(1),
                    false));
        }

        @Override
        public <R extends Record> Map<String, R> all(Class<R> section) {
            return Map.of();
        }
    }

    private Path war(String name) throws Exception {
        return new WarFile().text("index.html", name).write(directory.resolve(name + ".war"));
    }

    @Test
    void bringsApplicationsBackInAdministerAndKeepsThemOverSuspend() throws Exception {
        Kernel kernel = new Kernel(true);
        kernel.subsystem.start();
        kernel.subsystem.administer();
        kernel.deployer().deploy("shop", war("shop"), null);
        kernel.subsystem.resume();
        kernel.subsystem.suspend(in(Duration.ofSeconds(5)));
        assertThat(kernel.deployer().applications()).isEmpty();
        assertThatThrownBy(() -> kernel.deployer().deploy("late", war("late"), null))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining("stopping");
        kernel.subsystem.resume();
        assertThat(kernel.deployer().applications()).extracting(a -> a.state()).containsExactly(State.RUNNING);
        kernel.subsystem.stop(in(Duration.ofSeconds(5)));
        assertThat(workManagers.open).isEmpty();

        Kernel next = new Kernel(true);
        next.subsystem.start();
        assertThat(next.deployer().applications()).isEmpty();
        next.subsystem.administer();
        assertThat(next.deployer().applications()).hasSize(1);
        next.subsystem.stop(in(Duration.ofSeconds(5)));
    }

    @Test
    void oneApplicationThatFailsAtTheStartKeepsNoOther() throws Exception {
        Kernel kernel = new Kernel(true);
        kernel.subsystem.start();
        kernel.deployer().deploy("bad", war("bad"), null);
        kernel.deployer().deploy("good", war("good"), null);
        kernel.subsystem.stop(in(Duration.ofSeconds(5)));

        Kernel next = new Kernel(true);
        next.subsystem.start();
        next.get(Contributors.class).add(new Contributor() {
            @Override
            public String name() {
                return "picky";
            }

            @Override
            public void start(Deployment deployment) {
                if (deployment.name().equals("bad")) {
                    throw new NoClassDefFoundError("org/eclipse/jetty/server/Server");
                }
            }
        });
        next.subsystem.administer();
        assertThat(next.deployer().application("good").orElseThrow().state()).isEqualTo(State.RUNNING);
        Deployer.Application bad = next.deployer().application("bad").orElseThrow();
        assertThat(bad.state()).isEqualTo(State.FAILED);
        assertThat(bad.failure()).contains("org.eclipse.jetty.server.Server", "inside Jetty");
        next.subsystem.stop(in(Duration.ofSeconds(5)));
    }

    @Test
    void looksAtAutodeployInDevelopmentModeOnly() throws Exception {
        Path drop = Files.createDirectories(directory.resolve("autodeploy"));
        new WarFile().text("index.html", "x").write(drop.resolve("auto.war"));
        Kernel production = new Kernel(true);
        production.subsystem.start();
        production.subsystem.administer();
        assertThat(production.deployer().applications()).isEmpty();
        production.subsystem.stop(in(Duration.ofSeconds(5)));

        Kernel development = new Kernel(false);
        development.subsystem.start();
        development.subsystem.administer();
        await().until(() -> development.deployer().application("auto").isPresent());
        await().until(() ->
                development.deployer().application("auto").orElseThrow().state() == State.RUNNING);
        Files.delete(drop.resolve("auto.war"));
        await().until(() -> development.deployer().applications().isEmpty());
        development.subsystem.stop(in(Duration.ofSeconds(5)));
    }

    @Test
    void stopsInTimeWhenAnApplicationDoesNot() throws Exception {
        Kernel kernel = new Kernel(true);
        kernel.subsystem.start();
        CountDownLatch gate = new CountDownLatch(1);
        kernel.get(Contributors.class).add(new Contributor() {
            @Override
            public String name() {
                return "hanging";
            }

            @Override
            public void stop(Deployment deployment) {
                try {
                    gate.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        });
        kernel.deployer().deploy("shop", war("shop"), null);
        Deadline deadline = in(Duration.ofMillis(200));
        kernel.subsystem.stop(deadline);
        assertThat(deadline.passed()).isTrue();
        gate.countDown();
        await().until(() -> kernel.deployer().applications().isEmpty());
    }

    @Test
    void publishesWhatItProvides() throws Exception {
        Kernel kernel = new Kernel(true);
        kernel.subsystem.start();
        assertThat(kernel.get(Parts.class)).isNotNull();
        assertThat(kernel.get(Contributors.class)).isNotNull();
        kernel.subsystem.stop(in(Duration.ofSeconds(5)));
    }
}
