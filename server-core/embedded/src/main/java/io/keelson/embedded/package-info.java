/**
 * A server with web applications in the JVM of a test or a program: what users put into their tests. It is the server of
 * the distribution, with its rooms for networks, deployment, servlets, pages and WebSocket endpoints, started by
 * {@link io.keelson.testkit}.
 *
 * <p>{@link io.keelson.embedded.EmbeddedServer} owns the server, its temporary domain and the applications that it put
 * together there; {@link io.keelson.embedded.WebApp} is a description and owns nothing. See docs/manual/embedded-server.md.
 */
@NullMarked
package io.keelson.embedded;

import org.jspecify.annotations.NullMarked;
