package io.keelson.deploy.internal;

import io.keelson.deploy.spi.NamespaceMigration;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

/** Stands for the part that converts: names of the servlet API in texts, and in paths. What says "damaged" it cannot read. */
final class RenamedPackages implements NamespaceMigration {
    /** A system property: the path of a file at which the JVM is halted. */
    static final String HALT_AT = "keelson.test.halt-at";

    @Override
    public String version() {
        return "test-1";
    }

    @Override
    public String path(String path) {
        return path.replace("javax.servlet", "jakarta.servlet").replace("javax/servlet", "jakarta/servlet");
    }

    @Override
    public boolean converts(String path) {
        return path.endsWith(".class") || path.endsWith(".jsp") || path.endsWith(".xml");
    }

    @Override
    public Optional<byte[]> convert(String path, byte[] content) throws IOException {
        if (path.equals(System.getProperty(HALT_AT))) {
            Runtime.getRuntime().halt(CrashTest.HALTED);
        }
        String old = new String(content, StandardCharsets.ISO_8859_1);
        if (old.contains("damaged")) {
            throw new IOException("it is damaged");
        }
        String text = path(old);
        return text.equals(old) ? Optional.empty() : Optional.of(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** For classes that mention it. */
    @Override
    public Map<String, byte[]> companions() {
        return Map.of("c/Companion.class", "companion".getBytes(StandardCharsets.UTF_8));
    }
}
