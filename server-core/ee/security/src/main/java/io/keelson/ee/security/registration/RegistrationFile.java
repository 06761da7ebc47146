package io.keelson.ee.security.registration;

import io.keelson.kernel.config.AtomicFile;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The declarations that a server keeps over its restarts: a file of properties whose names begin with the number of the declaration.
 * Written as a whole; only the owner of the server's files may read it, as properties of providers may be secrets. Not thread-safe.
 */
final class RegistrationFile {
    private static final String CLASS = "class";
    private static final String LAYER = "layer";
    private static final String APPLICATION = "application-context";
    private static final String DESCRIPTION = "description";
    private static final String PROPERTIES = "properties";
    private static final String PROPERTY = "property.";

    private final Path file;

    RegistrationFile(Path file) {
        this.file = file;
    }

    Path path() {
        return file;
    }

    /**
     * Returns the declarations; none where there is no file.
     *
     * @throws IOException when it cannot be read, or a name in it is not understood; the message names file and name
     */
    Map<Scope, Declaration> read() throws IOException {
        if (!Files.exists(file)) {
            return Map.of();
        }
        Properties all = new Properties();
        try (BufferedReader reader = Files.newBufferedReader(file)) {
            all.load(reader);
        } catch (IllegalArgumentException e) {
            throw new IOException(file + " is no file of properties: " + e.getMessage(), e);
        }
        Map<Integer, Map<String, String>> numbered = new TreeMap<>();
        for (String name : all.stringPropertyNames()) {
            int dot = name.indexOf('.');
            if (dot < 1 || dot > 9 || !name.substring(0, dot).chars().allMatch(Character::isDigit)) {
                throw new IOException(file + ": " + name + " does not begin with the number of a registration");
            }
            numbered.computeIfAbsent(Integer.valueOf(name.substring(0, dot)), number -> new HashMap<>())
                    .put(name.substring(dot + 1), all.getProperty(name));
        }
        Map<Scope, Declaration> declarations = new LinkedHashMap<>();
        for (Map.Entry<Integer, Map<String, String>> each : numbered.entrySet()) {
            Scope scope =
                    new Scope(each.getValue().remove(LAYER), each.getValue().remove(APPLICATION));
            if (declarations.put(scope, declaration(each.getKey(), each.getValue())) != null) {
                throw new IOException(
                        file + ": " + each.getKey() + " is for the same layer and application as one before");
            }
        }
        return declarations;
    }

    private Declaration declaration(int number, Map<String, String> values) throws IOException {
        String name = values.remove(CLASS);
        String description = values.remove(DESCRIPTION);
        Map<String, String> properties = values.remove(PROPERTIES) == null ? null : new HashMap<>();
        for (Map.Entry<String, String> each : values.entrySet()) {
            if (properties == null || !each.getKey().startsWith(PROPERTY)) {
                throw new IOException(file + ": " + number + "." + each.getKey() + " is not known; known are " + CLASS
                        + ", " + LAYER + ", " + APPLICATION + ", " + DESCRIPTION + ", " + PROPERTIES
                        + " and with it those that begin with " + PROPERTY);
            }
            properties.put(each.getKey().substring(PROPERTY.length()), each.getValue());
        }
        return new Declaration(name, properties, description);
    }

    /** Writes the declarations in the place of those before. */
    void write(Map<Scope, Declaration> declarations) throws IOException {
        Properties all = new Properties();
        int number = 0;
        for (Map.Entry<Scope, Declaration> each : declarations.entrySet()) {
            String prefix = ++number + ".";
            Declaration declaration = each.getValue();
            put(all, prefix + LAYER, each.getKey().layer());
            put(all, prefix + APPLICATION, each.getKey().application());
            put(all, prefix + CLASS, declaration.className());
            put(all, prefix + DESCRIPTION, declaration.description());
            Map<String, String> properties = declaration.properties();
            if (properties != null) {
                all.setProperty(prefix + PROPERTIES, "true");
                properties.forEach((name, value) -> all.setProperty(prefix + PROPERTY + name, value));
            }
        }
        StringWriter text = new StringWriter();
        all.store(text, null);
        String lines = text.toString()
                .lines()
                .filter(line -> !line.startsWith("#")) // the date
                .sorted()
                .collect(Collectors.joining("\n", "", "\n"));
        Files.createDirectories(file.toAbsolutePath().getParent());
        AtomicFile.write(file, lines.getBytes(StandardCharsets.UTF_8));
    }

    private static void put(Properties all, String name, @Nullable String value) {
        if (value != null) {
            all.setProperty(name, value);
        }
    }
}
