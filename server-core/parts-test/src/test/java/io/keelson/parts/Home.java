package io.keelson.parts;

import io.keelson.base.subsystem.SubsystemFactory;
import io.keelson.parts.meter.Meter;
import io.keelson.parts.probe.Probe;
import io.keelson.parts.shop.Whose;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

/**
 * The built distribution with more parts, laid out in one of two ways: each part's jars in a directory of its own, or all of
 * them in {@code lib/}, on the kernel's class path.
 */
enum Home {
    LAYERED {
        @Override
        void addPart(String part, Path descriptor, List<Path> jars) throws IOException {
            Path own = directory().resolve("parts").resolve(part);
            copy(jars, own);
            if (descriptor != null) {
                Files.copy(descriptor, own.resolve("part.properties"), StandardCopyOption.REPLACE_EXISTING);
            }
        }
    },
    FLAT {
        @Override
        void addPart(String part, Path descriptor, List<Path> jars) throws IOException {
            copy(jars, directory().resolve("lib"));
            if (descriptor != null) {
                new Zip()
                        .text("META-INF/keelson/part.properties", Files.readString(descriptor))
                        .write(directory().resolve("lib/part-" + part + ".jar"));
            }
        }
    };

    private static final Path TARGET = Path.of("target").toAbsolutePath();
    private static final Path DISTRIBUTION =
            Path.of("..", "dist", "target", "keelson").toAbsolutePath().normalize();
    private static final Path LIBRARIES = TARGET.resolve("libraries");

    abstract void addPart(String part, Path descriptor, List<Path> jars) throws IOException;

    /** Returns where it lies once {@link #layOut} has returned. */
    Path directory() {
        return TARGET.resolve("homes").resolve(name().toLowerCase(java.util.Locale.ROOT));
    }

    /** Lays it out anew. */
    Path layOut() throws IOException {
        delete(directory());
        copy(List.of(DISTRIBUTION.resolve("bin/keelson")), directory().resolve("bin"));
        copy(jars(DISTRIBUTION.resolve("lib")), directory().resolve("lib"));
        copy(jars(LIBRARIES.resolve("apis")), directory().resolve("lib"));
        new Zip()
                .classes("", Probe.class)
                .text("META-INF/services/" + SubsystemFactory.class.getName(), Probe.class.getName())
                .write(directory().resolve("lib/parts-probe.jar"));
        addPart("pages", null, jars(DISTRIBUTION.resolve("parts/pages")));
        for (String part : List.of("cdi", "jpa", "rest")) {
            Path descriptor = Path.of("src/test/resources/descriptors", part + ".properties");
            addPart(part, descriptor, jars(LIBRARIES.resolve(part)));
        }
        return directory();
    }

    /** The application with everything, and what it brings itself. */
    static Path shop(String name, boolean ownHibernate) throws IOException {
        Zip war = new Zip()
                .tree("", Path.of("src/test/resources/shop"))
                .classes("WEB-INF/classes/", Whose.class)
                .libraries("WEB-INF/lib/", jars(LIBRARIES.resolve("database")));
        if (ownHibernate) {
            war.libraries("WEB-INF/lib/", jars(LIBRARIES.resolve("own-hibernate")));
        }
        return war.write(TARGET.resolve("wars").resolve(name + ".war"));
    }

    /** A small application that measures the JVM. */
    static Path meter() throws IOException {
        return new Zip().classes("WEB-INF/classes/", Meter.class).write(TARGET.resolve("wars/meter.war"));
    }

    static List<Path> jars(Path directory) throws IOException {
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> jars = Files.newDirectoryStream(directory, "*.jar")) {
            jars.forEach(found::add);
        }
        return found;
    }

    private static void copy(List<Path> files, Path directory) throws IOException {
        Files.createDirectories(directory);
        for (Path file : files) {
            Files.copy(
                    file,
                    directory.resolve(file.getFileName()),
                    StandardCopyOption.COPY_ATTRIBUTES,
                    StandardCopyOption.REPLACE_EXISTING);
        }
    }

    static void delete(Path tree) throws IOException {
        if (Files.exists(tree)) {
            try (var files = Files.walk(tree)) {
                files.sorted(java.util.Comparator.reverseOrder()).forEach(file -> {
                    try {
                        Files.delete(file);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                });
            }
        }
    }
}
