package io.keelson.appclient;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.tools.ToolProvider;

/** Compiles programs of tests and packs them. */
final class Programs {
    private Programs() {}

    /** The class files of sources, by their paths. */
    static Map<String, byte[]> compile(Path directory, Map<String, String> sources) throws IOException {
        Path from = Files.createTempDirectory(directory, "sources");
        Path to = Files.createTempDirectory(directory, "classes");
        List<String> words = new ArrayList<>(List.of(
                "-proc:none", "-d", to.toString(), "-cp", System.getProperty("java.class.path"), "-parameters"));
        for (Map.Entry<String, String> source : sources.entrySet()) {
            Path file = from.resolve(source.getKey());
            Files.createDirectories(file.getParent());
            Files.writeString(file, source.getValue());
            words.add(file.toString());
        }
        int code = ToolProvider.getSystemJavaCompiler().run(null, null, null, words.toArray(String[]::new));
        if (code != 0) {
            throw new IllegalArgumentException("the sources do not compile: " + sources.keySet());
        }
        Map<String, byte[]> classes = new LinkedHashMap<>();
        try (Stream<Path> files = Files.walk(to)) {
            files.filter(Files::isRegularFile).forEach(file -> {
                try {
                    classes.put(to.relativize(file).toString().replace('\\', '/'), Files.readAllBytes(file));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
        return classes;
    }

    /** The sources among the test's resources. */
    static Map<String, String> sources(String directory, String... names) throws IOException {
        Map<String, String> sources = new LinkedHashMap<>();
        for (String name : names) {
            try (var in = Programs.class.getResourceAsStream("/appclient/" + directory + "/" + name + ".java")) {
                sources.put(directory + "/" + name + ".java", new String(in.readAllBytes(), StandardCharsets.UTF_8));
            }
        }
        return sources;
    }

    static byte[] zip(Map<String, byte[]> files) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream out = new ZipOutputStream(bytes)) {
            for (Map.Entry<String, byte[]> file : files.entrySet()) {
                out.putNextEntry(new ZipEntry(file.getKey()));
                out.write(file.getValue());
                out.closeEntry();
            }
        }
        return bytes.toByteArray();
    }

    /** The classes of a map whose names begin so. */
    static Map<String, byte[]> some(Map<String, byte[]> classes, String... beginnings) {
        Map<String, byte[]> some = new LinkedHashMap<>();
        classes.forEach((name, bytes) -> {
            for (String beginning : beginnings) {
                if (name.equals(beginning + ".class") || name.startsWith(beginning + "$")) {
                    some.put(name, bytes);
                }
            }
        });
        return some;
    }

    static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
