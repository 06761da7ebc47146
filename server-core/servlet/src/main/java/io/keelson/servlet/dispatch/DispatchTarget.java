package io.keelson.servlet.dispatch;

import io.keelson.servlet.path.CanonicalPath;
import io.keelson.servlet.path.SuspiciousPathException;
import io.keelson.servlet.request.RequestUrls;
import org.jspecify.annotations.Nullable;

/**
 * Target of a dispatch.
 *
 * <p>Specification: Servlet 6.1, 9.1 Obtaining a RequestDispatcher.
 *
 * @param uri the request URI that the target sees: with the context path, as it was written
 * @param path the canonical path below the context root
 * @param query the query of the dispatch; null where it has none
 */
public record DispatchTarget(
        String uri, String path, @Nullable String query) {

    /**
     * Reads the path that an application gives to a dispatcher: below the context root, with a query perhaps. Characters
     * that a URI cannot have are encoded first, applications pass names of files here.
     */
    public static DispatchTarget parse(String contextPath, String given) throws SuspiciousPathException {
        int question = given.indexOf('?');
        String path = question < 0 ? given : given.substring(0, question);
        // An empty path is the context root (9.1).
        String raw = path.isEmpty() ? "/" : RequestUrls.encodeIllegal(path);
        return new DispatchTarget(
                contextPath + raw, CanonicalPath.of(raw), question < 0 ? null : given.substring(question + 1));
    }
}
