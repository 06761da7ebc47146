package io.keelson.admin.console;

import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The files of the console: those of this module, and below {@code lib/NAME/} those of the libraries that are there as webjars. A path is
 * looked for only when each of its segments is a plain name with an ending that the console has, so nothing outside of these two places,
 * and no class, can be asked for. Kept in memory once read; what is not there is not remembered. Thread-safe.
 */
final class ConsoleFiles {
    /** The page that is shown for the console's own address. */
    static final String INDEX = "index.html";

    private static final Pattern PATH =
            Pattern.compile("(?:[a-z0-9][a-z0-9-]*/){0,4}[A-Za-z0-9][A-Za-z0-9-]*(?:\\.[A-Za-z0-9-]+)+");
    private static final Pattern LIBRARY = Pattern.compile("lib/([a-z0-9-]+)/(.+)");
    private static final Map<String, String> TYPES = Map.of(
            "html", "text/html; charset=utf-8",
            "css", "text/css; charset=utf-8",
            "js", "text/javascript; charset=utf-8",
            "svg", "image/svg+xml",
            "txt", "text/plain; charset=utf-8");

    private final ClassLoader libraries;
    private final Map<String, ConsoleFile> files = new ConcurrentHashMap<>();

    ConsoleFiles(ClassLoader libraries) {
        this.libraries = libraries;
    }

    /**
     * Finds a file; reads a jar the first time.
     *
     * @param path below the console's address, as it came: not decoded
     * @throws IOException when a file is there and cannot be read
     */
    Optional<ConsoleFile> find(String path) throws IOException {
        String name = path.isEmpty() ? INDEX : path;
        ConsoleFile known = files.get(name);
        if (known != null) {
            return Optional.of(known);
        }
        String type = TYPES.get(name.substring(name.lastIndexOf('.') + 1));
        if (type == null || name.length() > 200 || !PATH.matcher(name).matches()) {
            return Optional.empty();
        }
        try (InputStream in = open(name)) {
            if (in == null) {
                return Optional.empty();
            }
            ConsoleFile file = ConsoleFile.of(type, in.readAllBytes());
            files.put(name, file);
            return Optional.of(file);
        }
    }

    private @Nullable InputStream open(String name) throws IOException {
        var library = LIBRARY.matcher(name);
        if (!library.matches()) {
            return ConsoleFiles.class.getResourceAsStream(name);
        }
        String version = version(library.group(1));
        return version == null
                ? null
                : libraries.getResourceAsStream(
                        "META-INF/resources/webjars/" + library.group(1) + "/" + version + "/" + library.group(2));
    }

    /** A webjar has its version in the names of its files; this is where it says which. */
    private @Nullable String version(String library) throws IOException {
        try (InputStream in =
                libraries.getResourceAsStream("META-INF/maven/org.webjars.npm/" + library + "/pom.properties")) {
            if (in == null) {
                return null;
            }
            Properties properties = new Properties();
            properties.load(in);
            return properties.getProperty("version");
        }
    }
}
