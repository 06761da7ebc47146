/**
 * Traces: which piece of work belongs to which request, on this server and on others. Rooms that take or make requests ask
 * {@link io.keelson.base.trace.Tracing} whether somebody follows them, and where that is so have a {@link io.keelson.base.trace.Span} for
 * each; whoever sends spans away puts a {@link io.keelson.base.trace.Tracer} there. Everything here is for every thread, and nothing
 * waits. docs/design/telemetry.md.
 */
@NullMarked
package io.keelson.base.trace;

import org.jspecify.annotations.NullMarked;
