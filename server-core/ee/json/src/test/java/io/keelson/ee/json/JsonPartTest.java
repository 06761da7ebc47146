package io.keelson.ee.json;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.kernel.loader.ApplicationClassLoader;
import io.keelson.kernel.loader.DomainLibrary;
import io.keelson.kernel.loader.PartSource;
import io.keelson.kernel.loader.Parts;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The part as an application sees it: providers by the services of the APIs, and nothing of the libraries otherwise. */
class JsonPartTest {
    @TempDir
    Path directory;

    @Test
    void anApplicationFindsTheProvidersByTheApis() throws Exception {
        ClassLoader server = JsonPartTest.class.getClassLoader();
        try (Parts parts = new Parts(server, PartSource.classPath(server));
                DomainLibrary domain = new DomainLibrary(directory.resolve("lib"), parts.serverView());
                ApplicationClassLoader used =
                        new ApplicationClassLoader("used", domain, List.of(parts.part("json")), List.of(), List.of())) {
            assertThat(provider(used, "jakarta.json.bind.spi.JsonbProvider"))
                    .isEqualTo("org.eclipse.yasson.JsonBindingProvider");
            assertThat(used.getResource("org/eclipse/yasson/YassonConfig.class"))
                    .isNull();
        }
    }

    private static String provider(ClassLoader loader, String service) throws ClassNotFoundException {
        return ServiceLoader.load(loader.loadClass(service), loader)
                .findFirst()
                .orElseThrow()
                .getClass()
                .getName();
    }
}
