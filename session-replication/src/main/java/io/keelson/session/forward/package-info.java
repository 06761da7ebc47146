/**
 * Requests that are taken to the server that has their session, where the session would else go from server to server with each of them.
 * The machine of a session says where ({@link io.keelson.session.replica.SessionReplica#host}); here is how. Each passage is sealed with
 * a key of the domain, so that the other server believes who the client is. See docs/design/session-replication.md, Forwarding.
 */
@NullMarked
package io.keelson.session.forward;

import org.jspecify.annotations.NullMarked;
