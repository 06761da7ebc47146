package io.keelson.servlet.request;

import java.nio.file.Path;

/**
 * Limits for reading a multipart form, and the place for its files.
 *
 * <p>Specification: Servlet 6.1, 3.2 File Upload.
 *
 * @param location where files go
 * @param fileMaximum bytes a part may have; -1 for no limit
 * @param requestMaximum bytes the body may have; -1 for no limit
 * @param threshold bytes above which a part goes to a file
 * @param partsMaximum how many parts there may be
 */
public record MultipartLimits(Path location, long fileMaximum, long requestMaximum, int threshold, int partsMaximum) {}
