package io.keelson.arquillian;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jboss.arquillian.container.spi.client.container.DeployableContainer;
import org.jboss.arquillian.container.spi.client.container.DeploymentException;
import org.jboss.arquillian.container.spi.client.container.LifecycleException;
import org.jboss.arquillian.container.spi.client.protocol.ProtocolDescription;
import org.jboss.arquillian.container.spi.client.protocol.metadata.HTTPContext;
import org.jboss.arquillian.container.spi.client.protocol.metadata.ProtocolMetaData;
import org.jboss.arquillian.container.spi.client.protocol.metadata.Servlet;
import org.jboss.shrinkwrap.api.Archive;
import org.jboss.shrinkwrap.api.exporter.ZipExporter;
import org.jspecify.annotations.Nullable;

/**
 * Keelson as a container of Arquillian, managed or remote as its configuration says. Thread-safe: archives may be deployed side
 * by side. An application that the tests did not deploy is left alone.
 */
public final class KeelsonContainer implements DeployableContainer<KeelsonConfiguration> {
    /** Jakarta EE's default servlet is in every web application, so that an archive without servlets has a URL too. */
    private static final String DEFAULT_SERVLET = "default";

    /** The applications of the tests: their names and the archives that they came from. */
    private final Map<String, String> deployed = new ConcurrentHashMap<>();

    private volatile @Nullable KeelsonConfiguration configuration;
    private volatile @Nullable TestedServer server;

    @Override
    public Class<KeelsonConfiguration> getConfigurationClass() {
        return KeelsonConfiguration.class;
    }

    @Override
    public ProtocolDescription getDefaultProtocol() {
        return new ProtocolDescription("Servlet 6.0");
    }

    @Override
    public void setup(KeelsonConfiguration given) {
        configuration = given;
    }

    @Override
    public void start() throws LifecycleException {
        KeelsonConfiguration settings = settings();
        server = settings.mode() == KeelsonConfiguration.Mode.MANAGED
                ? ManagedServer.start(settings)
                : RemoteServer.find(settings);
    }

    @Override
    public void stop() throws LifecycleException {
        TestedServer used = server;
        server = null;
        deployed.clear();
        if (used != null) {
            used.release();
        }
    }

    @Override
    public ProtocolMetaData deploy(Archive<?> archive) throws DeploymentException {
        String application = ApplicationName.of(archive.getName());
        if (deployed.putIfAbsent(application, archive.getId()) != null) {
            throw new DeploymentException("'" + archive.getName() + "' cannot be deployed: the tests have deployed an"
                    + " application of the name " + application + " already; give the archive another name");
        }
        Path file = null;
        try {
            file = Files.createTempFile("keelson-arquillian-", ".archive");
            archive.as(ZipExporter.class).exportTo(file.toFile(), true);
            return deploy(application, file);
        } catch (IOException e) {
            deployed.remove(application, archive.getId());
            throw new DeploymentException("'" + archive.getName() + "' cannot be deployed: " + e.getMessage(), e);
        } finally {
            delete(file);
        }
    }

    private ProtocolMetaData deploy(String application, Path file) throws IOException {
        Management management = server().management();
        boolean there = management.hasApplication(application);
        if (there && !settings().replace()) {
            throw new IOException(
                    "there is an application " + application + " on the server that the tests did not deploy;"
                            + " undeploy it, give the archive another name or set the property replace");
        }
        try {
            String contextRoot = management.deploy(application, file);
            Endpoint endpoint = Endpoint.of(management.server(), settings().channel(), management.host());
            HTTPContext context =
                    new HTTPContext(settings().channel(), endpoint.host(), endpoint.port(), endpoint.secure());
            WebModules.of(file, contextRoot).forEach((root, names) -> {
                context.add(new Servlet(DEFAULT_SERVLET, root));
                names.forEach(name -> context.add(new Servlet(name, root)));
            });
            return new ProtocolMetaData().addContext(context);
        } catch (IOException e) {
            if (!there) {
                forget(management, application, e);
            }
            throw e;
        }
    }

    /** Undeploys what could not be deployed: it is listed with its failure until then. */
    private static void forget(Management management, String application, IOException failure) {
        try {
            management.undeploy(application);
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }

    @Override
    public void undeploy(Archive<?> archive) throws DeploymentException {
        String application = ApplicationName.of(archive.getName());
        // Of two archives of one name only the first was deployed, and the second is not to take it away.
        if (!deployed.remove(application, archive.getId())) {
            return;
        }
        try {
            server().management().undeploy(application);
        } catch (IOException e) {
            throw new DeploymentException("'" + archive.getName() + "' cannot be undeployed: " + e.getMessage(), e);
        }
    }

    private static void delete(@Nullable Path file) {
        if (file != null && !file.toFile().delete()) {
            file.toFile().deleteOnExit();
        }
    }

    private KeelsonConfiguration settings() {
        return Objects.requireNonNull(configuration, "Arquillian calls setup first");
    }

    private TestedServer server() {
        return Objects.requireNonNull(server, "the server has not been started, or has been stopped");
    }
}
