/**
 * Figures and spans that the server sends to others. {@link io.keelson.admin.telemetry.Figures} makes numbers of the records by which
 * rooms model their state. They are for the page that Prometheus reads and for {@link io.keelson.admin.telemetry.Telemetry}. That
 * sends them to a collector, as it does the spans of requests ({@link io.keelson.base.trace.Tracing}). How they are sent is the
 * business of a part, behind {@link io.keelson.admin.telemetry.Exporter} and {@link io.keelson.admin.telemetry.SpanExporter}. A
 * thread each, {@code keelson.management.Telemetry} and {@code keelson.management.Traces}, is there while there is somebody to send
 * to, and owns what was counted. docs/design/telemetry.md.
 */
@NullMarked
package io.keelson.admin.telemetry;

import org.jspecify.annotations.NullMarked;
