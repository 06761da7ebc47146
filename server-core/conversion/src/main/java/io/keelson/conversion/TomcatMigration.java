package io.keelson.conversion;

import io.keelson.deploy.spi.NamespaceMigration;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Optional;
import org.apache.tomcat.jakartaee.ClassConverter;
import org.apache.tomcat.jakartaee.Converter;
import org.apache.tomcat.jakartaee.EESpecProfiles;
import org.apache.tomcat.jakartaee.Info;
import org.apache.tomcat.jakartaee.TextConverter;

/** The conversion by {@code org.apache.tomcat:jakartaee-migration}, with all specifications of Jakarta EE. Thread-safe. */
public final class TomcatMigration implements NamespaceMigration {
    private static final EESpecProfiles PROFILE = EESpecProfiles.EE;

    private final Converter classes = new ClassConverter(PROFILE);
    private final Converter texts = new TextConverter();

    @Override
    public String version() {
        return "tomcat-" + Info.getVersion().replace("migrated-", "");
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
            return changed ? Optional.of(out.toByteArray()) : Optional.empty();
        } catch (RuntimeException e) {
            // What is no class file makes the library stumble.
            throw new IOException("it cannot be read: " + e, e);
        }
    }
}
