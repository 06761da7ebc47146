/**
 * Sends figures to a collector of OpenTelemetry, by OTLP over HTTP with protobuf: a part, opened where {@code telemetry.endpoint} names one. Nothing
 * else knows OpenTelemetry's library. {@link io.keelson.admin.otlp.OtlpExporter} says what is sent, {@link io.keelson.admin.otlp.OtlpSender} sends it.
 * Neither has a thread; both are used by the one that exports. See docs/design/telemetry.md.
 */
@NullMarked
package io.keelson.admin.otlp;

import org.jspecify.annotations.NullMarked;
