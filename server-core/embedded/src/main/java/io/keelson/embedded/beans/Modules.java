package io.keelson.embedded.beans;

import io.keelson.deploy.spi.DeploymentException;
import io.keelson.deploy.spi.DescriptorNode;
import jakarta.ejb.EJBException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * The modules that a container runs: those that are named, or all of the class path. No state.
 *
 * <p>Specification: Enterprise Beans 4.0 Core, 18.2.2 Standard Initialization Properties.
 */
final class Modules {
    /**
     * A module.
     *
     * @param name of its file without the ending; a number follows where one before it has that name
     * @param location a directory or a jar
     */
    record Module(String name, Path location) {}

    private Modules() {}

    /**
     * Returns the modules that the properties ask for, at least one.
     *
     * @throws EJBException where one that is named is not there, or where there is none
     */
    static List<Module> of(ContainerProperties properties, ClassLoader client) {
        if (!properties.files().isEmpty()) {
            properties.files().forEach(Modules::check);
            return named(properties.files());
        }
        Set<Path> entries = ClassPathEntries.of(client);
        if (!properties.names().isEmpty()) {
            return named(properties.names().stream()
                    .map(name -> byName(name, entries))
                    .toList());
        }
        List<Path> found = entries.stream().filter(BeanModules::isModule).toList();
        if (found.isEmpty()) {
            throw new EJBException("none of the " + entries.size() + " entries of the class path has enterprise beans:"
                    + " neither META-INF/ejb-jar.xml nor a class with an annotation of a bean");
        }
        return named(found);
    }

    private static void check(Path file) {
        if (!Files.isDirectory(file) && !ClassPathEntries.isJar(file)) {
            throw new EJBException("the module " + file + " is neither a directory nor a jar that exists");
        }
    }

    /** A module has the name of its file, or the one in its descriptor. */
    private static Path byName(String name, Set<Path> entries) {
        return entries.stream()
                .filter(entry -> fileName(entry).equals(name))
                .findFirst()
                .or(() -> entries.stream()
                        .filter(entry -> name.equals(declaredName(entry).orElse(null)))
                        .findFirst())
                .orElseThrow(() -> new EJBException("no module '" + name + "' is on the class path, which has "
                        + entries.stream().map(Modules::fileName).sorted().toList()));
    }

    private static Optional<String> declaredName(Path entry) {
        try {
            if (Files.isDirectory(entry)) {
                return declaredIn(entry);
            }
            try (FileSystem jar = FileSystems.newFileSystem(entry)) {
                return declaredIn(jar.getPath("/"));
            }
        } catch (IOException | DeploymentException e) {
            throw new EJBException("the module " + entry + " cannot be read: " + e.getMessage(), e);
        }
    }

    private static Optional<String> declaredIn(Path root) throws IOException, DeploymentException {
        Path descriptor = root.resolve(BeanModules.DESCRIPTOR);
        if (!Files.isRegularFile(descriptor)) {
            return Optional.empty();
        }
        try (InputStream in = Files.newInputStream(descriptor)) {
            return DescriptorNode.read(BeanModules.DESCRIPTOR, in).children().stream()
                    .filter(child -> child.name().equals("module-name"))
                    .map(child -> child.text().trim())
                    .findFirst();
        }
    }

    private static String fileName(Path entry) {
        String file = String.valueOf(entry.getFileName());
        return Files.isDirectory(entry) ? file : file.substring(0, file.length() - ".jar".length());
    }

    /** Names them, each once. */
    private static List<Module> named(List<Path> locations) {
        List<Module> modules = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (Path location : new LinkedHashSet<>(locations)) {
            String plain = fileName(location);
            String name = plain;
            for (int number = 2; !names.add(name.toLowerCase(Locale.ROOT)); number++) {
                name = plain + "-" + number;
            }
            modules.add(new Module(name, location));
        }
        return modules;
    }
}
