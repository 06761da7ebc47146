package io.keelson.servlet.runtime;

import io.keelson.servlet.auth.WebSecurity;
import io.keelson.servlet.registration.Components;
import io.keelson.servlet.registration.Listeners;
import io.keelson.servlet.registration.Routing;
import io.keelson.servlet.server.ServerSide;
import io.keelson.servlet.session.ApplicationSessions;
import io.keelson.servlet.spi.SocketsProvider;
import io.keelson.servlet.spi.WebContexts;
import org.jspecify.annotations.Nullable;

/**
 * State that the requests of an application work with, from the moment when it can route them. Immutable: the application makes one at the
 * end of its start, and another with its security when it opens.
 *
 * <p>Specification: Servlet 6.1, 10 Web Applications.
 *
 * @param parts what the application is made of
 * @param server what all applications of the server share
 * @param context the context, as the application's code sees it
 * @param sessions its sessions
 * @param listeners its listeners
 * @param text the charsets of what says none itself
 * @param gate counts its requests
 * @param extensions what other rooms bring to it
 * @param routing what serves which path
 * @param security what guards it; null until it opens
 */
public record WebRuntime(
        ApplicationParts parts,
        ServerSide server,
        ContainerContext context,
        ApplicationSessions sessions,
        Listeners listeners,
        TextDefaults text,
        RequestGate gate,
        Extensions extensions,
        Routing routing,
        @Nullable WebSecurity security) {
    /** Returns the same, guarded by that security. */
    public WebRuntime guarded(WebSecurity by) {
        return new WebRuntime(parts, server, context, sessions, listeners, text, gate, extensions, routing, by);
    }

    /** Returns whether both are of one application. */
    public boolean isOf(WebRuntime other) {
        return context == other.context;
    }

    /** Returns the deployment's name. */
    public String name() {
        return parts.address().name();
    }

    /** Returns the context path, with a leading slash and without a trailing one; empty for the root. */
    public String contextPath() {
        return parts.address().contextPath();
    }

    /** Returns what makes instances of the application's classes. */
    public Components components() {
        return parts.components();
    }

    /** Returns contexts that another room keeps for the requests; null where none does. */
    public @Nullable WebContexts contexts() {
        return extensions.contexts();
    }

    /** Returns the WebSocket endpoints; null for an application that cannot have any. */
    public SocketsProvider.@Nullable Sockets sockets() {
        return extensions.sockets();
    }
}
