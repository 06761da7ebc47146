package io.keelson.deploy.internal.undeploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keelson.deploy.internal.Classes;
import io.keelson.kernel.loader.ApplicationClassLoader;
import io.keelson.kernel.loader.DomainLibrary;
import io.keelson.kernel.loader.PartSource;
import io.keelson.kernel.loader.Parts;
import jakarta.persistence.spi.PersistenceProvider;
import jakarta.persistence.spi.PersistenceProviderResolver;
import jakarta.persistence.spi.PersistenceProviderResolverHolder;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Persistence API of this test's class path is the server's. */
final class PersistenceProvidersTest {
    private static final ClassLoader SERVER = PersistenceProvidersTest.class.getClassLoader();
    private static final String PROVIDER = """
            package own;
            import jakarta.persistence.*;
            import jakarta.persistence.spi.*;
            import java.util.*;
            public class Provider implements PersistenceProvider, PersistenceProviderResolver {
                public EntityManagerFactory createEntityManagerFactory(String n, Map<?, ?> m) { return null; }
                public EntityManagerFactory createEntityManagerFactory(PersistenceConfiguration c) { return null; }
                public EntityManagerFactory createContainerEntityManagerFactory(PersistenceUnitInfo i, Map<?, ?> m) {
                    return null;
                }
                public void generateSchema(PersistenceUnitInfo i, Map<?, ?> m) {}
                public boolean generateSchema(String n, Map<?, ?> m) { return false; }
                public ProviderUtil getProviderUtil() { return null; }
                public List<PersistenceProvider> getPersistenceProviders() { return List.of(this); }
                public void clearCachedProviders() {}
            }
            """;

    @TempDir
    Path directory;

    private final PersistenceProviders trace = new PersistenceProviders(SERVER);

    private ApplicationClassLoader application() throws Exception {
        Path classes = Files.createDirectories(directory.resolve("classes"));
        write(classes.resolve("own/Provider.class"), Classes.compile("own.Provider", PROVIDER));
        write(
                classes.resolve("META-INF/services/" + PersistenceProvider.class.getName()),
                "own.Provider".getBytes(java.nio.charset.StandardCharsets.UTF_8));
        Parts parts = new Parts(SERVER, PartSource.classPath(SERVER));
        DomainLibrary domain = new DomainLibrary(directory.resolve("lib"), parts.serverView());
        return new ApplicationClassLoader("shop", domain, List.of(), List.of(classes), List.of());
    }

    private static void write(Path file, byte[] content) throws Exception {
        Files.createDirectories(file.getParent());
        Files.write(file, content);
    }

    @Test
    void theRememberedProvidersOfAnApplicationAreForgotten() throws Exception {
        WeakReference<ClassLoader> gone = lookedForProviders();
        await().until(() -> {
            System.gc();
            return gone.refersTo(null);
        });
    }

    /** In a frame of its own, so that no local variable holds the loader. */
    private WeakReference<ClassLoader> lookedForProviders() throws Exception {
        ApplicationClassLoader loader = application();
        Thread self = Thread.currentThread();
        ClassLoader before = self.getContextClassLoader();
        self.setContextClassLoader(loader);
        try {
            assertThat(PersistenceProviderResolverHolder.getPersistenceProviderResolver()
                            .getPersistenceProviders())
                    .extracting(provider -> provider.getClass().getName())
                    .contains("own.Provider");
        } finally {
            self.setContextClassLoader(before);
        }
        trace.erase(loader);
        loader.close();
        return new WeakReference<>(loader);
    }

    @Test
    void itsResolverIsReplacedByTheApisOwn() throws Exception {
        try (ApplicationClassLoader loader = application();
                ApplicationClassLoader other = application()) {
            PersistenceProviderResolver own = (PersistenceProviderResolver)
                    loader.loadClass("own.Provider").getConstructor().newInstance();
            PersistenceProviderResolverHolder.setPersistenceProviderResolver(own);

            trace.erase(other);
            assertThat(PersistenceProviderResolverHolder.getPersistenceProviderResolver())
                    .isSameAs(own);

            trace.erase(loader);
            assertThat(PersistenceProviderResolverHolder.getPersistenceProviderResolver())
                    .isNotSameAs(own);
        }
    }

    @Test
    void aServerWithoutThatApiHasNothingToForget() throws Exception {
        try (ApplicationClassLoader loader = application()) {
            new PersistenceProviders(ClassLoader.getPlatformClassLoader()).erase(loader);
        }
    }
}
