package io.keelson.servlet.statics;

import java.nio.file.Path;

/**
 * A file or directory of the application's static content, as it was when it was looked at.
 *
 * @param path as it was asked for: {@code /css/site.css}
 * @param file where it lies; below one of the application's roots
 * @param directory whether it is a directory
 * @param length in bytes; 0 for a directory
 * @param lastModified milliseconds since the epoch
 */
public record WebResource(String path, Path file, boolean directory, long length, long lastModified) {}
