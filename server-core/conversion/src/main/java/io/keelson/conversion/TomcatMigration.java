package io.keelson.conversion;

import io.keelson.deploy.spi.NamespaceMigration;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.tomcat.jakartaee.ClassConverter;
import org.apache.tomcat.jakartaee.Converter;
import org.apache.tomcat.jakartaee.EESpecProfiles;
import org.apache.tomcat.jakartaee.Info;
import org.apache.tomcat.jakartaee.TextConverter;

/**
 * The conversion by {@code org.apache.tomcat:jakartaee-migration}, with all specifications of Jakarta EE; of calls of methods that are gone
 * since; and of a {@code beans.xml} that means something else now. Thread-safe.
 */
public final class TomcatMigration implements NamespaceMigration {
    private static final EESpecProfiles PROFILE = EESpecProfiles.EE;

    /** Of what is done here beside the library: another number where that changes. */
    private static final String OWN_VERSION = "4";

    private static final String OLD_NAMESPACE = "http://jboss.org/xml/ns/javax/validation/";
    private static final String CHANGED_NAMESPACE = "http://jboss.org/xml/ns/jakarta/validation/";

    private final Converter classes = new ClassConverter(PROFILE);
    private final Converter texts = new TextConverter();

    @Override
    public String version() {
        return "tomcat-" + Info.getVersion().replace("migrated-", "") + "-" + OWN_VERSION;
    }

    @Override
    public String path(String path) {
        return PROFILE.convert(path);
    }

    @Override
    public boolean converts(String path) {
        return classes.accepts(path) || texts.accepts(path);
    }

    @Override
    public Optional<byte[]> convert(String path, byte[] content) throws IOException {
        Converter converter = classes.accepts(path) ? classes : texts;
        ByteArrayOutputStream out = new ByteArrayOutputStream(content.length + 64);
        try {
            boolean changed = converter.convert(path, new ByteArrayInputStream(content), out, PROFILE);
            if (BeansXml.is(path)) {
                byte[] beans = changed ? out.toByteArray() : content;
                return BeansXml.explicit(beans).or(() -> changed ? Optional.of(beans) : Optional.empty());
            }
            if (!changed) {
                return Optional.empty();
            }
            byte[] converted = out.toByteArray();
            return Optional.of(
                    converter == classes ? RemovedCalls.replaced(path, converted) : withOldNamespaces(converted));
        } catch (RuntimeException e) {
            // What is no class file makes the library stumble.
            throw new IOException("it cannot be read: " + e, e);
        }
    }

    /**
     * Puts back the namespaces of Bean Validation 1.0 and 1.1: they have the name of the package in them and stay what they were, so
     * that readers of old descriptors know them.
     */
    private static byte[] withOldNamespaces(byte[] converted) {
        // Each byte is one character, whatever the text's own encoding is.
        String text = new String(converted, StandardCharsets.ISO_8859_1);
        return text.contains(CHANGED_NAMESPACE)
                ? text.replace(CHANGED_NAMESPACE, OLD_NAMESPACE).getBytes(StandardCharsets.ISO_8859_1)
                : converted;
    }

    @Override
    public Map<String, byte[]> companions() throws IOException {
        String path = RemovedCalls.REPLACEMENT + ".class";
        try (InputStream in = TomcatMigration.class.getClassLoader().getResourceAsStream(path)) {
            if (in == null) {
                throw new IOException("the part 'conversion' of this server is not whole: it has no " + path);
            }
            Map<String, byte[]> files = new HashMap<>(RemovedTypes.files());
            files.put(path, in.readAllBytes());
            return files;
        }
    }
}
