package io.keelson.servlet.statics;

import io.keelson.base.time.Ticker;
import io.keelson.deploy.spi.Archive.Library;
import io.keelson.deploy.spi.Deployment;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.servlet.descriptor.ServerSettings.VirtualDirectory;
import io.keelson.servlet.descriptor.WebDescriptor;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The files of a web application as {@code ServletContext.getResource} and the default servlet see them: first what
 * {@code virtual-directory-mapping} says, then the archive, then {@code META-INF/resources} of its libraries. Nothing outside
 * of these roots is found, neither by {@code ..} nor by a symbolic link. Thread-safe.
 *
 * <p>Paths are decoded, canonical and have a leading slash. Whether a path below {@code WEB-INF} may be shown is the caller's
 * to decide: {@link #isPrivate}.
 *
 * <p>Specification: Servlet 6.1, 4.6 Resources; weblogic.xml, virtual-directory-mapping.
 */
public final class WebResources {
    private final Path root;
    private final Path realRoot;
    private final LibraryResources libraries;
    private final List<Virtual> virtuals;
    private final ResourceCache cache;

    /** Root of the files of one virtual directory; {@code realRoot} without symbolic links. */
    private record Virtual(Path root, Path realRoot, List<String> patterns) {}

    private WebResources(Path root, LibraryResources libraries, List<Virtual> virtuals, ResourceCache cache)
            throws IOException {
        this.root = root;
        this.realRoot = root.toRealPath();
        this.libraries = libraries;
        this.virtuals = virtuals;
        this.cache = cache;
    }

    /** Opens the resources of an application; copies of library entries go to its temporary directory. */
    public static WebResources open(Deployment deployment, WebDescriptor descriptor, Ticker ticker)
            throws DeploymentException {
        try {
            Integer check = descriptor.server().container().resourceReloadCheckSeconds();
            return new WebResources(
                    deployment.archive().root(),
                    new LibraryResources(
                            libraries(deployment, descriptor),
                            deployment.temporaryDirectory().resolve("resources")),
                    virtuals(descriptor, deployment.name()),
                    new ResourceCache(ticker, check == null ? 1 : check));
        } catch (IOException e) {
            throw new DeploymentException("could not open the static content of " + deployment.name(), e);
        }
    }

    private static List<Library> libraries(Deployment deployment, WebDescriptor descriptor) {
        List<Library> all = deployment.archive().libraries();
        List<String> order = descriptor.orderedLibraries();
        if (order == null) {
            return all;
        }
        List<Library> ordered = new ArrayList<>();
        for (String name : order) {
            all.stream().filter(library -> library.name().equals(name)).forEach(ordered::add);
        }
        return ordered;
    }

    private static List<Virtual> virtuals(WebDescriptor descriptor, String application) throws IOException {
        List<Virtual> virtuals = new ArrayList<>();
        for (VirtualDirectory directory : descriptor.server().virtualDirectories()) {
            Path path = Path.of(directory.localPath());
            if (Files.isDirectory(path)) {
                virtuals.add(new Virtual(path, path.toRealPath(), directory.patterns()));
            } else {
                StaticsLog.LOG.noVirtualDirectory(application, path);
            }
        }
        return List.copyOf(virtuals);
    }

    /** Returns whether a path lies in {@code WEB-INF} or {@code META-INF}, which no client may see (10.5). */
    public static boolean isPrivate(String path) {
        return within(path, "/WEB-INF") || within(path, "/META-INF");
    }

    private static boolean within(String path, String directory) {
        int length = directory.length();
        return path.regionMatches(true, 0, directory, 0, length)
                && (path.length() == length || path.charAt(length) == '/');
    }

    /** The file or directory of that path. A path with a slash at the end finds directories only. */
    public Optional<WebResource> find(String path) {
        return cache.resource(path, this::look);
    }

    /** The bytes of a small file, from memory; null for one that is not small enough to be kept. */
    byte @Nullable [] content(WebResource resource) throws IOException {
        return cache.content(resource);
    }

    /** The wall-clock time in milliseconds since the epoch. */
    long now() {
        return cache.now();
    }

    /** Has a file looked at anew, because it turned out not to be what it was. */
    void forget(WebResource resource) {
        cache.forget(resource);
    }

    private @Nullable WebResource look(String path) {
        Path file = locate(path);
        if (file == null) {
            return null;
        }
        try {
            BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
            boolean directory = attributes.isDirectory();
            if (!directory && (path.endsWith("/") || !attributes.isRegularFile())) {
                return null;
            }
            return new WebResource(
                    path,
                    file,
                    file.toRealPath(),
                    directory,
                    directory ? 0 : attributes.size(),
                    attributes.lastModifiedTime().toMillis());
        } catch (IOException e) {
            return null; // it went away meanwhile
        }
    }

    private @Nullable Path locate(String path) {
        if (!path.startsWith("/") || path.indexOf('\0') >= 0) {
            return null;
        }
        for (Virtual virtual : virtuals) {
            if (virtual.patterns.stream().anyMatch(pattern -> matches(pattern, path))) {
                Path file = below(virtual.root, virtual.realRoot, path);
                if (file != null) {
                    return file;
                }
            }
        }
        Path file = below(root, realRoot, path);
        if (file != null || libraries.isEmpty()) {
            return file;
        }
        Path entry = path.endsWith("/") ? null : libraries.file(path);
        return entry != null ? entry : libraries.directory(path.endsWith("/") ? path : path + "/");
    }

    private static boolean matches(String pattern, String path) {
        if (pattern.endsWith("/*")) {
            String prefix = pattern.substring(0, pattern.length() - 2);
            return path.startsWith(prefix) && (path.length() == prefix.length() || path.charAt(prefix.length()) == '/');
        }
        return pattern.startsWith("*.") ? path.endsWith(pattern.substring(1)) : pattern.equals(path);
    }

    /**
     * Null where there is no such file, or it is not really below the root, or a symbolic link leads to it into a private
     * directory.
     */
    private static @Nullable Path below(Path root, Path realRoot, String path) {
        try {
            Path file = root.resolve(path.substring(1)).normalize();
            if (!file.startsWith(root) || !Files.exists(file)) {
                return null;
            }
            Path real = file.toRealPath();
            boolean hidden = !isPrivate(path) && isPrivate("/" + realRoot.relativize(real));
            return real.startsWith(realRoot) && !hidden ? file : null;
        } catch (InvalidPathException | IOException e) {
            return null; // no file can have that name
        }
    }

    /** Returns, for {@code ServletContext.getResourcePaths}, what is directly in a directory; directories end with a slash. */
    public Set<String> children(String path) {
        String directory = path.endsWith("/") ? path : path + "/";
        Set<String> children = new TreeSet<>(libraries.children(directory));
        Path file = below(root, realRoot, directory);
        if (file != null && Files.isDirectory(file)) {
            try (DirectoryStream<Path> entries = Files.newDirectoryStream(file)) {
                for (Path entry : entries) {
                    children.add(directory + entry.getFileName() + (Files.isDirectory(entry) ? "/" : ""));
                }
            } catch (IOException e) {
                StaticsLog.LOG.debugf(e, "could not list %s", file);
            }
        }
        return children;
    }
}
