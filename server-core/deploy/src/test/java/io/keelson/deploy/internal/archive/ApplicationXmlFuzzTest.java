package io.keelson.deploy.internal.archive;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.DictionaryFile;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.keelson.deploy.spi.DeploymentException;
import java.io.ByteArrayInputStream;

/** Reads {@code application.xml}: modules with a path each, or a refusal that names the file. See docs/design/fuzzing.md. */
class ApplicationXmlFuzzTest {
    @DictionaryFile(resourcePath = "application-xml.dict")
    @FuzzTest
    void documents(byte[] bytes) {
        ApplicationXml read;
        try {
            read = ApplicationXml.read(new ByteArrayInputStream(bytes));
        } catch (DeploymentException e) {
            assertThat(e).hasMessageStartingWith(ApplicationXml.FILE);
            return;
        }
        assertThat(read.modules().stream().map(ApplicationXml.Module::uri))
                .doesNotHaveDuplicates()
                .noneMatch(String::isEmpty);
    }
}
