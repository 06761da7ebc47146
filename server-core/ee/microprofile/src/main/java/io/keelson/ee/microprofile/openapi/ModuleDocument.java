package io.keelson.ee.microprofile.openapi;

import io.keelson.base.work.WorkManager;
import io.keelson.deploy.spi.ContextRoot;
import io.keelson.deploy.spi.Deployment;
import io.keelson.ee.microprofile.MicroProfileLog;
import io.keelson.kernel.context.InvocationContext;
import io.smallrye.openapi.api.SmallRyeOpenAPI;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.openapi.OASFactory;
import org.eclipse.microprofile.openapi.OASFilter;
import org.eclipse.microprofile.openapi.models.OpenAPI;
import org.eclipse.microprofile.openapi.models.servers.Server;
import org.jboss.jandex.IndexView;
import org.jspecify.annotations.Nullable;

/**
 * The description of the resources of one web module. It is made once, by the first who asks, in the context of the application: from the
 * model reader, the static file, the annotations and the filter. Thread-safe; later callers wait for the first.
 *
 * <p>Specification: MicroProfile OpenAPI 4.1, 4.5 Processing rules.
 */
public final class ModuleDocument {
    private static final String START = "---\n";

    private final String name;
    private final String application;
    private final ClassLoader loader;
    private final WorkManager workManager;
    private final Deployment module;
    private final FutureTask<Rendered> making;
    private volatile boolean ownServers;

    /**
     * Makes that of a module; nothing is scanned yet.
     *
     * @param index of all classes that may be resources of the module, or bodies
     */
    ModuleDocument(Deployment module, Config config, IndexView index) {
        this.name = module.name();
        this.application = module.application();
        this.loader = module.classLoader();
        this.workManager = module.workManager();
        this.module = module;
        this.making =
                new FutureTask<>(() -> new InvocationContext(application, loader, 0).call(() -> make(config, index)));
    }

    String name() {
        return name;
    }

    WorkManager workManager() {
        return workManager;
    }

    /** Returns the context root, without a slash at its end; empty for the root of the server. */
    String contextPath() {
        String path =
                module.attachment(ContextRoot.class).map(ContextRoot::path).orElse("/");
        return path.equals("/") ? "" : path;
    }

    /** Returns true if the module says itself under which addresses it is reached. Known when the document has been made. */
    boolean hasOwnServers() {
        return ownServers;
    }

    /** Returns the document; empty where it cannot be made, which has been logged. */
    Optional<Rendered> rendered() throws InterruptedException {
        making.run();
        try {
            return Optional.of(making.get());
        } catch (ExecutionException e) {
            return Optional.empty();
        }
    }

    private Rendered make(Config config, IndexView index) {
        try {
            Servers servers = new Servers();
            SmallRyeOpenAPI made = SmallRyeOpenAPI.builder()
                    .withConfig(config)
                    .withIndex(index)
                    .withApplicationClassLoader(loader)
                    .withScannerClassLoader(ModuleDocument.class.getClassLoader())
                    .withResourceLocator(this::resource)
                    .addFilter(servers)
                    .build();
            ownServers = servers.own || !isAddedByUs(made.model().getServers());
            String yaml = made.toYAML();
            return new Rendered(made.toJSON(), yaml.startsWith(START) ? yaml.substring(START.length()) : yaml);
        } catch (RuntimeException | LinkageError e) {
            MicroProfileLog.LOG.documentFailed(name, e);
            throw e;
        }
    }

    /** The configuration sets servers after the filters, in the place of what these added. */
    private boolean isAddedByUs(@Nullable List<Server> servers) {
        return servers == null
                || servers.isEmpty()
                || servers.size() == 1 && contextPath().equals(servers.get(0).getUrl());
    }

    /** A static file lies in the classes or libraries, or in {@code META-INF} of the archive itself. */
    private @Nullable URL resource(String path) {
        String relative = path.startsWith("/") ? path.substring(1) : path;
        Optional<Path> file = module.archive().file(relative);
        try {
            return file.isPresent() ? file.get().toUri().toURL() : loader.getResource(relative);
        } catch (MalformedURLException e) {
            throw new IllegalStateException(relative + " of " + name + " has no address: " + e.getMessage(), e);
        }
    }

    /** Adds the context root where the module names no server. */
    private final class Servers implements OASFilter {
        private boolean own;

        @Override
        public void filterOpenAPI(OpenAPI document) {
            own = document.getServers() != null && !document.getServers().isEmpty();
            if (!own && !contextPath().isEmpty()) {
                document.addServer(OASFactory.createServer().url(contextPath()));
            }
        }
    }
}
