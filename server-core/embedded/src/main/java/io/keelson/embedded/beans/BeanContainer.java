package io.keelson.embedded.beans;

import io.keelson.base.subsystem.SubsystemFactory;
import io.keelson.deploy.Deployer;
import io.keelson.deploy.spi.ClientApplication;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.kernel.config.ConfigurationException;
import io.keelson.kernel.lifecycle.Server;
import io.keelson.kernel.lifecycle.ServerException;
import io.keelson.kernel.naming.Naming;
import io.keelson.testkit.TestServer;
import jakarta.ejb.EJBException;
import jakarta.ejb.embeddable.EJBContainer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.naming.Context;

/**
 * An open container: a server of its own with one application. Thread-safe; the first of several calls of {@code close} closes it, and the
 * others return at once.
 *
 * <p>Specification: Enterprise Beans 4.0 Core, 18.2.1 EJBContainer.
 */
public final class BeanContainer extends EJBContainer {
    /** The subsystem that opens ports; without it go those that cannot do without. */
    private static final String NETWORK = "net";

    private static final String OWN = "servers." + TestServer.NAME + ".";

    private final TestServer server;
    private final String application;
    private final Runnable atEnd;
    private final AtomicBoolean closed = new AtomicBoolean();

    private BeanContainer(TestServer server, String application, Runnable atEnd) {
        this.server = server;
        this.application = application;
        this.atEnd = atEnd;
    }

    /**
     * Starts a server and deploys the modules there.
     *
     * @param client the loader of the beans
     * @param atEnd runs once when it is closed; not where this throws
     */
    static BeanContainer open(ContainerProperties properties, ClassLoader client, Runnable atEnd) {
        List<Modules.Module> modules = Modules.of(properties, client);
        TestServer server = start(properties);
        try {
            return new BeanContainer(server, deploy(server, properties, modules, client), atEnd);
        } catch (RuntimeException e) {
            closeAfter(e, server);
            throw e;
        }
    }

    private static void closeAfter(RuntimeException failure, TestServer server) {
        try {
            server.close();
        } catch (RuntimeException e) {
            failure.addSuppressed(e);
        }
    }

    private static TestServer start(ContainerProperties properties) {
        TestServer.Builder builder = TestServer.builder();
        properties.settings().forEach(builder::set);
        if (properties.settings().keySet().stream().noneMatch(BeanContainer::asksForPorts)) {
            builder.subsystems(withoutNetwork(Server.discover(TestServer.class.getClassLoader())));
        }
        try {
            return builder.start();
        } catch (ServerException | ConfigurationException | UncheckedIOException e) {
            throw new EJBException("the server of the container did not start: " + e.getMessage(), e);
        }
    }

    private static boolean asksForPorts(String path) {
        return List.of("listen-", "tls", "channels").stream().anyMatch(start -> path.startsWith(OWN + start));
    }

    /** Leaves out the network, and again and again what requires something that then nobody provides. */
    private static List<SubsystemFactory> withoutNetwork(List<SubsystemFactory> all) {
        Set<Class<?>> gone = new HashSet<>();
        List<SubsystemFactory> left = new ArrayList<>(all);
        boolean changed = true;
        while (changed) {
            changed = left.removeIf(each -> {
                boolean leaves =
                        each.name().equals(NETWORK) || each.requires().stream().anyMatch(gone::contains);
                if (leaves) {
                    gone.addAll(each.provides());
                }
                return leaves;
            });
        }
        return left;
    }

    private static String deploy(
            TestServer server, ContainerProperties properties, List<Modules.Module> modules, ClassLoader client) {
        String named = properties.application();
        String application = named == null ? "application" : named.replaceAll("[^A-Za-z0-9_-]", "_");
        Path directory = server.identity().domain().resolve("embedded").resolve("application.ear");
        try {
            EnterpriseDirectory.write(named, modules, directory);
            server.service(Deployer.class)
                    .deployForClient(application, directory, new ClientApplication(client, named != null));
            return application;
        } catch (IOException | UncheckedIOException e) {
            throw new EJBException("the modules " + locations(modules) + " cannot be read: " + e.getMessage(), e);
        } catch (DeploymentException e) {
            throw new EJBException("the modules " + locations(modules) + " are not deployed: " + e.getMessage(), e);
        }
    }

    private static List<Path> locations(List<Modules.Module> modules) {
        return modules.stream().map(Modules.Module::location).toList();
    }

    /**
     * Returns names of the beans, below {@code java:global}.
     *
     * @throws IllegalStateException when it is closed
     */
    @Override
    public Context getContext() {
        if (closed.get()) {
            throw new IllegalStateException("the container is closed");
        }
        return server.service(Naming.class).clientContext();
    }

    /**
     * Ends the beans and the server.
     *
     * @throws EJBException when something does not stop, which the log names; another container may be opened nevertheless
     */
    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        try (server) {
            server.service(Deployer.class).undeploy(application);
        } catch (DeploymentException | IllegalStateException e) {
            throw new EJBException("the container did not end in good order: " + e.getMessage(), e);
        } finally {
            atEnd.run();
        }
    }
}
