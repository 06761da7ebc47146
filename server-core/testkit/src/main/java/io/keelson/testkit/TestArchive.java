package io.keelson.testkit;

import java.io.ByteArrayOutputStream;
import java.io.FileNotFoundException;
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

/** Archive of the test's own classes and texts: a WAR, a library, a module or an EAR. Used by one thread. */
public final class TestArchive {
    private final Map<String, byte[]> entries = new LinkedHashMap<>();

    /** Adds a text in UTF-8, or puts it in the place of what is there. */
    public TestArchive text(String name, String content) {
        return bytes(name, content.getBytes(StandardCharsets.UTF_8));
    }

    /** Adds bytes, or puts them in the place of what is there. */
    public TestArchive bytes(String name, byte[] content) {
        entries.put(name, content);
        return this;
    }

    /** Adds classes of a WAR with their nested ones. */
    public TestArchive classes(Class<?>... classes) {
        return below("WEB-INF/classes/", classes);
    }

    /**
     * Adds classes with their nested ones.
     *
     * @param directory with a slash at its end; empty for the root
     * @throws UncheckedIOException when the file of a class cannot be read
     */
    public TestArchive below(String directory, Class<?>... classes) {
        for (Class<?> type : classes) {
            String name = type.getName().replace('.', '/') + ".class";
            ClassLoader loader = type.getClassLoader();
            try (InputStream in = loader == null ? null : loader.getResourceAsStream(name)) {
                if (in == null) {
                    throw new FileNotFoundException(name);
                }
                bytes(directory + name, in.readAllBytes());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            below(directory, type.getDeclaredClasses());
        }
        return this;
    }

    /** Adds a library of a WAR. */
    public TestArchive library(String name, TestArchive jar) {
        return bytes("WEB-INF/lib/" + name, jar.packed());
    }

    /** Returns the archive as a ZIP file. */
    public byte[] packed() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            pack(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    /** Writes the archive as a ZIP file; returns the file. */
    public Path write(Path file) throws IOException {
        try (OutputStream out = Files.newOutputStream(file)) {
            pack(out);
        }
        return file;
    }

    private void pack(OutputStream out) throws IOException {
        try (ZipOutputStream zip = new ZipOutputStream(out)) {
            for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
                zip.putNextEntry(new ZipEntry(entry.getKey()));
                zip.write(entry.getValue());
                zip.closeEntry();
            }
        }
    }
}
