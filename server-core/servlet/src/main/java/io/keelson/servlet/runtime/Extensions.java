package io.keelson.servlet.runtime;

import io.keelson.servlet.registration.ImplicitServlet;
import io.keelson.servlet.spi.EndpointServlets;
import io.keelson.servlet.spi.SocketsProvider;
import io.keelson.servlet.spi.WebContexts;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Contributions of other rooms of the server to an application that starts. Immutable.
 *
 * <p>Specification: Servlet 6.1, 8.2.4 Shared Libraries / Runtimes Pluggability.
 *
 * @param servlets of the container's own: files, pages
 * @param endpoints servlets of endpoints
 * @param tagLibraryListeners classes of listeners that tag libraries declare
 * @param sockets the WebSocket endpoints; null for an application that cannot have any
 * @param contexts what another room keeps for its requests; null where none does
 */
public record Extensions(
        List<ImplicitServlet> servlets,
        List<EndpointServlets.Endpoint> endpoints,
        List<String> tagLibraryListeners,
        SocketsProvider.@Nullable Sockets sockets,
        @Nullable WebContexts contexts) {
    /** Nothing. */
    public static final Extensions NONE = new Extensions(List.of(), List.of(), List.of(), null, null);
}
