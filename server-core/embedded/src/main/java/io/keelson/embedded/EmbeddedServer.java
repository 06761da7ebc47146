package io.keelson.embedded;

import io.keelson.deploy.Deployer;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.kernel.config.ConfigurationException;
import io.keelson.kernel.lifecycle.ServerException;
import io.keelson.testkit.TestServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A server in this JVM, on loopback and a port that the system chooses, with a temporary domain that closing deletes. Several
 * may run at a time.
 *
 * <pre>{@code
 * try (EmbeddedServer server = EmbeddedServer.start(WebApp.of(Path.of("target/shop.war")))) {
 *     URI page = server.uri("/");
 * }
 * }</pre>
 *
 * <p>Used by one thread at a time; the server that it holds is as thread-safe as always.
 */
public final class EmbeddedServer implements AutoCloseable {
    private final TestServer server;

    private EmbeddedServer(TestServer server) {
        this.server = server;
    }

    /**
     * Starts a server with the defaults and these applications; it serves when this returns.
     *
     * @throws EmbeddedServerException when the server cannot start or an application cannot be deployed, with the reason;
     *     nothing is left running then
     */
    public static EmbeddedServer start(WebApp... applications) {
        Builder builder = builder();
        for (WebApp application : applications) {
            builder.application(application);
        }
        return builder.start();
    }

    /** A server to be described. */
    public static Builder builder() {
        return new Builder();
    }

    /** A path of the server, over HTTP: with the context root of the application in front. */
    public URI uri(String path) {
        return server.uri(path);
    }

    /** The port that it listens on. */
    public int port() {
        return server.address().getPort();
    }

    /**
     * Deploys an application, or replaces the one with the same context root.
     *
     * @throws EmbeddedServerException when it cannot be deployed, with the reason; the previous one then serves on
     */
    public void deploy(WebApp application) {
        try {
            Path scratch = Files.createDirectories(server.identity().domain().resolve("embedded"));
            deployer().deploy(application.name(), application.archive(scratch), application.contextRoot());
        } catch (DeploymentException | IOException e) {
            throw new EmbeddedServerException(
                    "the application at " + application.contextRoot() + " is not deployed: " + e.getMessage(), e);
        }
    }

    /**
     * Undeploys an application.
     *
     * @throws EmbeddedServerException when there is none at its context root
     */
    public void undeploy(WebApp application) {
        try {
            deployer().undeploy(application.name());
        } catch (DeploymentException e) {
            throw new EmbeddedServerException(
                    "the application at " + application.contextRoot() + " is not undeployed: " + e.getMessage(), e);
        }
    }

    private Deployer deployer() {
        return server.service(Deployer.class);
    }

    /** The server by the testkit, for what has no method here. */
    public TestServer testServer() {
        return server;
    }

    /**
     * Stops the server in good order: requests in flight end, applications stop, threads end.
     *
     * @throws IllegalStateException when something does not stop
     */
    @Override
    public void close() {
        server.close();
    }

    /** Describes a server. Not thread-safe. */
    public static final class Builder {
        private final List<WebApp> applications = new ArrayList<>();
        private final Map<String, String> settings = new TreeMap<>();

        private Builder() {}

        /** Deploys an application at the start, after those that were named before. */
        public Builder application(WebApp application) {
            applications.add(application);
            return this;
        }

        /** Sets a value of the domain's configuration, by its path: {@code servers.AdminServer.listen-port}. */
        public Builder set(String path, String value) {
            settings.put(path, value);
            return this;
        }

        /** Starts the server; see {@link EmbeddedServer#start}. */
        public EmbeddedServer start() {
            TestServer.Builder described = TestServer.builder();
            settings.forEach(described::set);
            EmbeddedServer started;
            try {
                started = new EmbeddedServer(described.start());
            } catch (ServerException | ConfigurationException | UncheckedIOException e) {
                throw new EmbeddedServerException("the server did not start: " + e.getMessage(), e);
            }
            try {
                applications.forEach(started::deploy);
                return started;
            } catch (RuntimeException e) {
                closeAfter(e, started);
                throw e;
            }
        }

        private static void closeAfter(RuntimeException failure, EmbeddedServer started) {
            try {
                started.close();
            } catch (RuntimeException e) {
                failure.addSuppressed(e);
            }
        }
    }
}
