/**
 * One session on one server, as a pure state machine: {@link io.keelson.session.replica.SessionReplica}. No threads, no clock, no network;
 * whoever lets it run owns it and lets one event through at a time. See docs/design/session-replication.md.
 */
@NullMarked
package io.keelson.session.replica;

import org.jspecify.annotations.NullMarked;
