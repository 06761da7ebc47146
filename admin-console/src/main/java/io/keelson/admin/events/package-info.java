/**
 * Events of a server, sent to whoever listens as server-sent events. One thread, {@code keelson.management.Events}, which is there
 * while somebody listens, owns all streams; others hand it what has happened. docs/design/management-access.md.
 */
@NullMarked
package io.keelson.admin.events;

import org.jspecify.annotations.NullMarked;
