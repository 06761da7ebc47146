package io.keelson.servlet.statics;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A file or directory of the application's static content, as it was when it was looked at. What is worked out from that is
 * kept with it, and goes with it when it is looked at again. Thread-safe.
 *
 * <p>Specification: RFC 9110, 8.8.2 Last-Modified; RFC 9110, 8.8.3 ETag.
 */
public final class WebResource {
    private final String path;
    private final Path file;
    private final Path real;
    private final boolean directory;
    private final long length;
    private final long lastModified;

    /** The bytes of a small file, once they were read; {@link ResourceCache} counts and forgets them. */
    volatile byte @Nullable [] content;

    /** Its forms, once it was asked for. */
    volatile @Nullable Variants variants;

    /**
     * Makes a resource of what was seen.
     *
     * @param path as it was asked for: {@code /css/site.css}
     * @param file where it lies; below one of the application's roots
     * @param real the same without symbolic links
     * @param length in bytes; 0 for a directory
     * @param lastModified milliseconds since the epoch
     */
    WebResource(String path, Path file, Path real, boolean directory, long length, long lastModified) {
        this.path = path;
        this.file = file;
        this.real = real;
        this.directory = directory;
        this.length = length;
        this.lastModified = lastModified;
    }

    /** Path that was asked for: {@code /css/site.css}. */
    public String path() {
        return path;
    }

    /** Returns where it lies; below one of the application's roots. */
    public Path file() {
        return file;
    }

    /** Returns the path of the file without symbolic links. */
    Path real() {
        return real;
    }

    /** Returns whether it is a directory. */
    public boolean directory() {
        return directory;
    }

    /** In bytes; 0 for a directory. */
    public long length() {
        return length;
    }

    /** Milliseconds since the epoch. */
    public long lastModified() {
        return lastModified;
    }

    /** Returns whether nothing has changed between two looks. */
    boolean unchangedSince(WebResource earlier) {
        return length == earlier.length
                && lastModified == earlier.lastModified
                && directory == earlier.directory
                && real.equals(earlier.real);
    }
}
