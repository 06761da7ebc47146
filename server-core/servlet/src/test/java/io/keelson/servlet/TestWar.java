package io.keelson.servlet;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** A web application that a test writes down, in a directory. */
public final class TestWar {
    private final Path directory;
    private final Map<String, Map<String, byte[]>> libraries = new LinkedHashMap<>();

    public TestWar(Path directory) {
        this.directory = directory;
    }

    public TestWar file(String path, String content) {
        return file(path, content.getBytes(StandardCharsets.UTF_8));
    }

    public TestWar file(String path, byte[] content) {
        try {
            Path file = directory.resolve(path);
            Files.createDirectories(file.getParent());
            Files.write(file, content);
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** web.xml of version 6.1 with that content. */
    public TestWar webXml(String content) {
        return file(
                "WEB-INF/web.xml",
                "<web-app xmlns=\"https://jakarta.ee/xml/ns/jakartaee\" version=\"6.1\">\n" + content + "\n</web-app>");
    }

    public TestWar classes(Class<?>... types) {
        for (Class<?> type : types) {
            file("WEB-INF/classes/" + name(type), bytes(type));
        }
        return this;
    }

    public TestWar library(String jar, String entry, String content) {
        libraries.computeIfAbsent(jar, j -> new LinkedHashMap<>()).put(entry, content.getBytes(StandardCharsets.UTF_8));
        return this;
    }

    public TestWar library(String jar, Class<?>... types) {
        for (Class<?> type : types) {
            libraries.computeIfAbsent(jar, j -> new LinkedHashMap<>()).put(name(type), bytes(type));
        }
        return this;
    }

    /** A library with a web-fragment.xml of that content. */
    public TestWar fragment(String jar, String content) {
        return library(
                jar,
                "META-INF/web-fragment.xml",
                "<web-fragment xmlns=\"https://jakarta.ee/xml/ns/jakartaee\" version=\"6.1\">\n" + content
                        + "\n</web-fragment>");
    }

    public TestDeployment deployment() {
        libraries.forEach((jar, entries) -> file("WEB-INF/lib/" + jar, zip(entries)));
        try {
            Files.createDirectories(directory);
            Path temporary = directory.resolveSibling(directory.getFileName() + "-tmp");
            return new TestDeployment(new DirectoryArchive(directory), Files.createDirectories(temporary));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] zip(Map<String, byte[]> entries) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
                zip.putNextEntry(new ZipEntry(entry.getKey()));
                zip.write(entry.getValue());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static String name(Class<?> type) {
        return type.getName().replace('.', '/') + ".class";
    }

    private static byte[] bytes(Class<?> type) {
        try (InputStream in = type.getClassLoader().getResourceAsStream(name(type))) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
