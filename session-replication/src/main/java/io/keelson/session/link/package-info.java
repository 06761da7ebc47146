/**
 * Direct connections between the servers of a cluster for what they say about sessions: many messages a write, one acknowledgement for a
 * batch. See docs/design/session-replication.md.
 */
@NullMarked
package io.keelson.session.link;

import org.jspecify.annotations.NullMarked;
