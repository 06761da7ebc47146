package io.keelson.deploy.internal;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Builds archives: sources are compiled when it is written. */
final class WarFile {
    /** Packed twice it is the same, byte for byte. */
    private static final LocalDateTime ALWAYS = LocalDateTime.of(2026, 1, 1, 0, 0);

    private final Map<String, byte[]> entries = new LinkedHashMap<>();

    WarFile text(String name, String content) {
        return bytes(name, content.getBytes(StandardCharsets.UTF_8));
    }

    WarFile bytes(String name, byte[] content) {
        entries.put(name, content);
        return this;
    }

    /** A class from its source, below a directory of the archive. */
    WarFile compiled(String directory, String className, String source) {
        Sources.compile(Map.of(className, source)).forEach((name, bytes) -> bytes(directory + name, bytes));
        return this;
    }

    WarFile classes(String className, String source) {
        return compiled("WEB-INF/classes/", className, source);
    }

    WarFile library(String name, WarFile jar) {
        return bytes("WEB-INF/lib/" + name, jar.packed());
    }

    byte[] packed() {
        var out = new java.io.ByteArrayOutputStream();
        try {
            pack(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    Path write(Path file) throws IOException {
        try (OutputStream out = Files.newOutputStream(file)) {
            pack(out);
        }
        return file;
    }

    Path explode(Path directory) throws IOException {
        for (var entry : entries.entrySet()) {
            Path file = directory.resolve(entry.getKey());
            Files.createDirectories(file.getParent());
            Files.write(file, entry.getValue());
        }
        return directory;
    }

    private void pack(OutputStream out) throws IOException {
        try (ZipOutputStream zip = new ZipOutputStream(out)) {
            for (var entry : entries.entrySet()) {
                ZipEntry named = new ZipEntry(entry.getKey());
                named.setTimeLocal(ALWAYS);
                zip.putNextEntry(named);
                zip.write(entry.getValue());
                zip.closeEntry();
            }
        }
    }
}
