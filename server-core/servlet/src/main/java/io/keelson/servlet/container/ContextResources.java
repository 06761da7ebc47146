package io.keelson.servlet.container;

import io.keelson.servlet.path.DotSegments;
import io.keelson.servlet.server.ContainerLog;
import io.keelson.servlet.statics.WebResource;
import io.keelson.servlet.statics.WebResources;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The resources of an application by their path. Immutable.
 *
 * <p>Specification: Servlet 6.1, 4.6 Resources; Servlet 6.1, 3.7 Path Translation Methods.
 */
final class ContextResources {
    private final WebResources resources;
    private final Path root;

    ContextResources(WebResources resources, Path root) {
        this.resources = resources;
        this.root = root;
    }

    /** The children of a directory; null where there are none. */
    @Nullable
    Set<String> children(@Nullable String path) {
        String canonical = canonical(path);
        Set<String> children = canonical == null ? Set.of() : resources.children(canonical);
        return children.isEmpty() ? null : children;
    }

    /** Returns where a resource is; null where there is none. */
    @Nullable
    URL url(@Nullable String path) throws MalformedURLException {
        if (path == null || !path.startsWith("/")) {
            throw new MalformedURLException("the path of a resource starts with a slash: " + path);
        }
        WebResource found = find(path);
        return found == null ? null : found.file().toUri().toURL();
    }

    /** The content of a resource; null where there is none. */
    @Nullable
    InputStream open(@Nullable String path) {
        WebResource found = find(path);
        if (found == null || found.directory()) {
            return null;
        }
        try {
            return Files.newInputStream(found.file());
        } catch (IOException e) {
            ContainerLog.LOG.debugf(e, "the resource %s cannot be opened", path);
            return null;
        }
    }

    private @Nullable WebResource find(@Nullable String path) {
        String canonical = canonical(path);
        return canonical == null ? null : resources.find(canonical).orElse(null);
    }

    /** The file of a path; for one that is not there, where it would be in the application's own directory. */
    @Nullable
    String realPath(@Nullable String path) {
        String canonical = canonical(path == null || path.startsWith("/") ? path : "/" + path);
        if (canonical == null) {
            return null;
        }
        WebResource found = find(canonical);
        String file = (found != null ? found.file() : root.resolve(canonical.substring(1))).toString();
        // Applications append to getRealPath("/").
        return canonical.endsWith("/") && !file.endsWith(File.separator) ? file + File.separator : file;
    }

    /** Paths of resources are names, not URIs: they are normalised but not decoded. Null where the path leads out. */
    static @Nullable String canonical(@Nullable String path) {
        if (path == null || !path.startsWith("/") || path.indexOf('\0') >= 0 || path.indexOf('\\') >= 0) {
            return null;
        }
        return path.contains("/.") || path.contains("//") ? DotSegments.without(path) : path;
    }
}
