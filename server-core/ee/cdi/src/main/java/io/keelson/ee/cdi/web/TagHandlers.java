package io.keelson.ee.cdi.web;

import io.keelson.deploy.spi.Archive;
import io.keelson.deploy.spi.Deployment;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.deploy.spi.DescriptorNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jboss.logging.Logger;

/**
 * Reads the class names of tag handlers and listeners in the tag library descriptors of a module and its libraries. A descriptor that
 * cannot be read is left to the room of pages, which refuses it where it needs it. Confined to the deploying thread.
 *
 * <p>Specification: Pages 4.0, 7.3.1 Identifying Tag Library Descriptors; Jakarta EE Platform 11, 5.24 Support for Dependency Injection.
 */
final class TagHandlers {
    private static final Logger LOG = Logger.getLogger(TagHandlers.class);
    private static final String EXTENSION = ".tld";

    private final Set<String> classes = new TreeSet<>();

    private TagHandlers() {}

    /** Returns the names of the classes. */
    static Set<String> of(Deployment module) throws DeploymentException {
        TagHandlers handlers = new TagHandlers();
        try {
            List<String> own = new ArrayList<>();
            module.archive().list("WEB-INF", path -> keep(own, path, "WEB-INF/"));
            for (String path : own) {
                handlers.read(module.archive().root(), path);
            }
            for (Archive.Library library : module.archive().libraries()) {
                handlers.read(library);
            }
            for (Archive.Library library : module.archive().sharedLibraries()) {
                handlers.read(library);
            }
        } catch (IOException e) {
            throw new DeploymentException(
                    "the tag libraries of " + module.name() + " cannot be looked for: " + e.getMessage(), e);
        }
        return handlers.classes;
    }

    private static void keep(List<String> found, String path, String below) {
        if (path.startsWith(below) && path.endsWith(EXTENSION)) {
            found.add(path);
        }
    }

    private void read(Path root, String path) throws IOException {
        try (InputStream in = Files.newInputStream(root.resolve(path))) {
            read(path, in);
        }
    }

    private void read(Archive.Library library) throws IOException {
        List<String> found = new ArrayList<>();
        library.list(entry -> keep(found, entry, "META-INF/"));
        for (String entry : found) {
            try (InputStream in = library.open(entry).orElse(InputStream.nullInputStream())) {
                read(library.name() + "!/" + entry, in);
            }
        }
    }

    private void read(String name, InputStream in) {
        try {
            DescriptorNode root = DescriptorNode.read(name, in);
            for (DescriptorNode element : root.children()) {
                switch (element.name()) {
                    case "tag" -> add(element, "tag-class", "tagclass");
                    case "listener" -> add(element, "listener-class");
                    default -> {} // what has no class of a component
                }
            }
        } catch (DeploymentException e) {
            LOG.debugf(e, "the tag library descriptor %s cannot be read", name);
        }
    }

    private void add(DescriptorNode element, String... names) {
        for (DescriptorNode child : element.children()) {
            if (List.of(names).contains(child.name()) && !child.text().isBlank()) {
                classes.add(child.text().strip());
            }
        }
    }
}
