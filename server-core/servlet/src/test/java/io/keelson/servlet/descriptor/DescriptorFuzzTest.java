package io.keelson.servlet.descriptor;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.DictionaryFile;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.keelson.deploy.spi.DeploymentException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeAll;

/** A descriptor is read, or refused with the place; nothing that it names is opened. */
class DescriptorFuzzTest {
    /** Names that the module's pom.xml has and no input: a relative external entity would bring them in. */
    private static final String CANARY = "keelson-" + "servlet";

    private static final AtomicInteger OPENED = new AtomicInteger();

    private interface Reader {
        Object read(InputStream in, String file) throws DeploymentException;
    }

    /** The JVM's own protocols but file: and jrt:, which cannot be taken over. */
    @BeforeAll
    static void watchTheNetwork() {
        URL.setURLStreamHandlerFactory(protocol -> switch (protocol) {
            case "http", "https", "ftp" -> new Watched();
            default -> null;
        });
    }

    private static final class Watched extends URLStreamHandler {
        @Override
        protected URLConnection openConnection(URL url) throws IOException {
            OPENED.incrementAndGet();
            throw new IOException("no connection in this test: " + url);
        }
    }

    @DictionaryFile(resourcePath = "descriptors.dict")
    @FuzzTest
    void descriptors(byte[] bytes) {
        boolean named = new String(bytes, StandardCharsets.ISO_8859_1).contains(CANARY);
        for (Reader reader : new Reader[] {
            (in, file) -> WebXmlReader.webXml(in, file, "app"),
            (in, file) -> WebXmlReader.fragment(in, file, "app"),
            (in, file) -> WeblogicReader.read(in, file, "app")
        }) {
            String said = read(reader, bytes);
            assertThat(named || !said.contains(CANARY))
                    .as("what was read of other files")
                    .isTrue();
        }
        assertThat(OPENED).as("connections").hasValue(0);
    }

    private static String read(Reader reader, byte[] bytes) {
        AtomicReference<String> said = new AtomicReference<>("");
        try {
            said.set(String.valueOf(reader.read(new ByteArrayInputStream(bytes), "WEB-INF/x.xml")));
        } catch (DeploymentException e) {
            assertThat(e.getMessage()).matches("(?s)WEB-INF/x\\.xml(:\\d+(:\\d+)?)?: .+");
            said.set(e.getMessage());
        }
        return said.get();
    }
}
