package io.keelson.deploy.singleton;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.DictionaryFile;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.keelson.deploy.spi.DeploymentException;
import java.io.ByteArrayInputStream;
import java.util.List;

/** Reads {@code weblogic-application.xml}: services with a name and a class each, or a refusal that names the file. */
class WeblogicApplicationXmlFuzzTest {
    @DictionaryFile(resourcePath = "weblogic-application-xml.dict")
    @FuzzTest
    void documents(byte[] bytes) {
        List<WeblogicApplicationXml.Service> read;
        try {
            read = WeblogicApplicationXml.read(new ByteArrayInputStream(bytes), "fuzzed");
        } catch (DeploymentException e) {
            assertThat(e).hasMessageStartingWith(WeblogicApplicationXml.FILE);
            return;
        }
        assertThat(read)
                .noneMatch(service -> service.name().isEmpty()
                        || service.className().isEmpty()
                        || !service.place().startsWith(WeblogicApplicationXml.FILE + ":"));
    }
}
