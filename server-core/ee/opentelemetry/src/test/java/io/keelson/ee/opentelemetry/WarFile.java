package io.keelson.ee.opentelemetry;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Builds archives of the test's own classes. */
final class WarFile {
    private final Map<String, byte[]> entries = new LinkedHashMap<>();

    WarFile text(String name, String content) {
        return bytes(name, content.getBytes(StandardCharsets.UTF_8));
    }

    WarFile bytes(String name, byte[] content) {
        entries.put(name, content);
        return this;
    }

    /** Classes of a WAR. */
    WarFile classes(Class<?>... classes) {
        return below("WEB-INF/classes/", classes);
    }

    /** Classes with their nested ones, below a directory. */
    WarFile below(String directory, Class<?>... classes) {
        for (Class<?> type : classes) {
            String name = type.getName().replace('.', '/') + ".class";
            try (InputStream in = type.getClassLoader().getResourceAsStream(name)) {
                bytes(directory + name, in.readAllBytes());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            below(directory, type.getDeclaredClasses());
        }
        return this;
    }

    WarFile library(String name, WarFile jar) {
        return bytes("WEB-INF/lib/" + name, jar.packed());
    }

    byte[] packed() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        pack(out);
        return out.toByteArray();
    }

    Path write(Path file) throws IOException {
        try (OutputStream out = Files.newOutputStream(file)) {
            pack(out);
        }
        return file;
    }

    private void pack(OutputStream out) {
        try (ZipOutputStream zip = new ZipOutputStream(out)) {
            for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
                zip.putNextEntry(new ZipEntry(entry.getKey()));
                zip.write(entry.getValue());
                zip.closeEntry();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
