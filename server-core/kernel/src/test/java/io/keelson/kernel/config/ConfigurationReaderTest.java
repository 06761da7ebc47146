package io.keelson.kernel.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConfigurationReaderTest {
    @Test
    void aDomainWithOneServerIsEnough() throws Exception {
        DomainConfiguration read = read("servers:\n  AdminServer:\n");

        assertThat(read.get(Domain.class)).isEqualTo(new Domain("domain", false, "AdminServer"));
        assertThat(read.servers()).containsExactly("AdminServer");
    }

    @Test
    void theServicesOfTheClassPathMakeTheModel() {
        assertThat(Model.load(getClass().getClassLoader()).sections())
                .extracting(section -> (Object) section.record().type())
                .contains(Domain.class);
    }

    private static DomainConfiguration read(String text) throws ConfigurationException {
        DomainFile file = DomainFile.parse(Path.of("/d/domain.yaml"), text);
        return new ConfigurationReader(Model.of(List.of(Domain.class))).read(file, "AdminServer");
    }
}
