package io.keelson.ee.microprofile.openapi;

import io.keelson.deploy.spi.Archive;
import io.keelson.deploy.spi.Deployment;
import io.keelson.deploy.spi.ModuleKind;
import io.keelson.deploy.spi.WholeApplication;
import io.keelson.kernel.loader.ApplicationClassLoader;
import io.smallrye.openapi.api.OpenApiConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.eclipse.microprofile.config.Config;
import org.jboss.jandex.CompositeIndex;
import org.jboss.jandex.DotName;
import org.jboss.jandex.IndexView;

/**
 * Finds the web modules of an application that have a description: those with resources, with a static file, or with a model reader.
 * Stateless.
 *
 * <p>Specification: MicroProfile OpenAPI 4.1, 4 Documentation Mechanisms.
 */
public final class OpenApiDocuments {
    private static final String ENABLED = "mp.openapi.extensions.enabled";
    private static final String READER = "mp.openapi.model.reader";
    private static final DotName PATH = DotName.createSimple("jakarta.ws.rs.Path");
    private static final List<String> FILES =
            List.of("META-INF/openapi.yaml", "META-INF/openapi.yml", "META-INF/openapi.json");

    private OpenApiDocuments() {}

    /**
     * Attaches a document to each module that has one.
     *
     * @param configurations of loaders
     */
    public static void prepare(WholeApplication application, Function<ClassLoader, Config> configurations) {
        List<Deployment> web = new ArrayList<>();
        List<IndexView> ofBeans = new ArrayList<>();
        for (Deployment module : application.modules()) {
            if (module.kind().equals(ModuleKind.WEB)) {
                web.add(module);
            } else {
                ofBeans.add(module.index());
            }
        }
        for (Deployment module : web) {
            Config config = configurations.apply(module.classLoader());
            if (config.getOptionalValue(ENABLED, Boolean.class).orElse(true)
                    && module.classLoader() instanceof ApplicationClassLoader loader) {
                List<IndexView> classes = own(module, OpenApiConfig.fromConfig(config));
                classes.add(application.sharedIndex());
                if (web.size() == 1) {
                    // Resources of EJB modules belong to a web module that is alone.
                    classes.addAll(ofBeans);
                }
                IndexView index = CompositeIndex.create(classes);
                if (isDescribed(module, config, index)) {
                    ModuleDocument document = new ModuleDocument(module, config, index);
                    loader.attach(ModuleDocument.class, document);
                    module.attach(ModuleDocument.class, document);
                }
            }
        }
    }

    private static List<IndexView> own(Deployment module, OpenApiConfig config) {
        List<IndexView> own = new ArrayList<>();
        if (!config.scanDependenciesDisable() && config.scanDependenciesJars().isEmpty()) {
            own.add(module.index());
            return own;
        }
        own.add(module.indexOfClasses());
        for (Archive.Library library : module.archive().libraries()) {
            if (!config.scanDependenciesDisable()
                    && config.scanDependenciesJars().contains(library.name())) {
                own.add(module.index(library));
            }
        }
        return own;
    }

    private static boolean isDescribed(Deployment module, Config config, IndexView index) {
        return !index.getAnnotations(PATH).isEmpty()
                || config.getOptionalValue(READER, String.class).isPresent()
                || FILES.stream()
                        .anyMatch(file -> module.archive().file(file).isPresent()
                                || module.classLoader().getResource(file) != null);
    }
}
