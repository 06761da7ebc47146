/**
 * Sends figures and spans to a collector of OpenTelemetry, by OTLP over HTTP with protobuf: a part, opened where
 * {@code telemetry.endpoint} names one. Nothing else knows OpenTelemetry's library. {@link io.keelson.admin.otlp.OtlpExporter} and
 * {@link io.keelson.admin.otlp.OtlpSpanExporter} say what is sent, {@link io.keelson.admin.otlp.OtlpSender} sends it. None has a thread;
 * they are used by the one that exports. See docs/design/telemetry.md.
 */
@NullMarked
package io.keelson.admin.otlp;

import org.jspecify.annotations.NullMarked;
