package io.keelson.servlet.container;

import org.jspecify.annotations.Nullable;

/**
 * Where a dispatch goes.
 *
 * @param uri the request URI that the target sees: with the context path, as it was written
 * @param path the canonical path below the context root
 * @param query the query of the dispatch; null where it has none
 */
record DispatchTarget(String uri, String path, @Nullable String query) {}
