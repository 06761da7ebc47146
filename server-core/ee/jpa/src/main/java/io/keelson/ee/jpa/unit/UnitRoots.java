package io.keelson.ee.jpa.unit;

import io.keelson.deploy.spi.Archive;
import io.keelson.deploy.spi.Archive.Library;
import io.keelson.deploy.spi.Deployment;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.deploy.spi.DescriptorNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jboss.jandex.IndexView;
import org.jboss.jandex.Indexer;
import org.jspecify.annotations.Nullable;

/**
 * The places of a module in which persistence units may lie: its classes, its libraries, and the libraries that it shares with other
 * modules.
 *
 * <p>Specification: Persistence 3.2, 8.2 Persistence Unit Packaging.
 */
final class UnitRoots {
    private static final String WEB_CLASSES = "WEB-INF/classes";

    private final Deployment deployment;
    private final Map<String, UnitRoot> places = new LinkedHashMap<>();

    UnitRoots(Deployment deployment) throws DeploymentException {
        this.deployment = deployment;
        try {
            addClasses();
            for (Library library : deployment.archive().libraries()) {
                String path = "WEB-INF/lib/" + library.name();
                add(path, library, () -> deployment.index(library), false);
            }
            for (Library library : deployment.archive().sharedLibraries()) {
                add(sharedPath(library), library, () -> indexed(library), true);
            }
        } catch (MalformedURLException e) {
            throw new DeploymentException("a library has a path that is no URL: " + e.getMessage(), e);
        }
    }

    private void addClasses() throws MalformedURLException {
        Archive archive = deployment.archive();
        Optional<Path> classes = archive.classes();
        if (classes.isEmpty()) {
            return;
        }
        Path directory = classes.get();
        String path =
                UnitRoot.normal(archive.root().relativize(directory).toString().replace('\\', '/'));
        places.put(
                path,
                new UnitRoot(
                        path,
                        directory.toUri().toURL(),
                        deployment::indexOfClasses,
                        false,
                        name -> Files.isRegularFile(directory.resolve(name))));
    }

    private void add(String path, Library library, java.util.function.Supplier<IndexView> index, boolean shared)
            throws MalformedURLException {
        places.put(path, new UnitRoot(path, library.path().toUri().toURL(), index, shared, name -> has(library, name)));
    }

    private static boolean has(Library library, String name) {
        try {
            return library.url(name).isPresent();
        } catch (IOException e) {
            throw new UncheckedIOException("the library " + library.name() + " cannot be read", e);
        }
    }

    private String sharedPath(Library library) {
        Path root = deployment.archive().root().toAbsolutePath().normalize();
        Path path = library.path().toAbsolutePath().normalize();
        Path above = root.getParent();
        return above != null && path.startsWith(above)
                ? root.relativize(path).toString().replace('\\', '/')
                : "../lib/" + library.name();
    }

    /** Only those that have a unit, or that one names, are looked into. */
    private static IndexView indexed(Library library) {
        Indexer indexer = new Indexer();
        try {
            List<String> entries = new ArrayList<>();
            library.list(entries::add);
            for (String entry : entries) {
                if (entry.endsWith(".class") && !entry.startsWith("META-INF/")) {
                    try (@Nullable InputStream in = library.open(entry).orElse(null)) {
                        if (in != null) {
                            indexer.index(in);
                        }
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the library " + library.name() + " cannot be indexed", e);
        }
        return indexer.complete();
    }

    /** By their paths. */
    Map<String, UnitRoot> places() {
        return places;
    }

    /** The document in a root, as the deployment plan amends it; null where there is none. */
    @Nullable
    DescriptorNode descriptor(UnitRoot root) throws DeploymentException {
        String file = root.descriptor();
        DescriptorNode document = null;
        try (@Nullable InputStream in = open(root).orElse(null)) {
            if (in != null) {
                document = DescriptorNode.read(file, in);
            }
        } catch (IOException e) {
            throw new DeploymentException(file + ": could not be read: " + e.getMessage(), e);
        }
        if (document != null && deployment.plan().concerns(file)) {
            deployment.plan().amend(file, document);
        }
        return document;
    }

    private Optional<InputStream> open(UnitRoot root) throws IOException {
        for (Library library : deployment.archive().libraries()) {
            if (root.path().equals("WEB-INF/lib/" + library.name())) {
                return library.open(UnitRoot.DESCRIPTOR);
            }
        }
        for (Library library : deployment.archive().sharedLibraries()) {
            if (root.path().equals(sharedPath(library))) {
                return library.open(UnitRoot.DESCRIPTOR);
            }
        }
        String path = root.path().isEmpty() ? UnitRoot.DESCRIPTOR : root.path() + "/" + UnitRoot.DESCRIPTOR;
        Optional<Path> file = deployment.archive().file(path);
        return file.isEmpty() ? Optional.empty() : Optional.of(Files.newInputStream(file.get()));
    }

    /** The place at which a web archive that was packed wrongly has its descriptor; empty where it has none there. */
    Optional<String> misplaced() {
        boolean web = places.containsKey(WEB_CLASSES);
        Archive archive = deployment.archive();
        for (String wrong : List.of("WEB-INF/persistence.xml", UnitRoot.DESCRIPTOR)) {
            if (web && archive.file(wrong).isPresent()) {
                return Optional.of(wrong);
            }
        }
        return Optional.empty();
    }
}
