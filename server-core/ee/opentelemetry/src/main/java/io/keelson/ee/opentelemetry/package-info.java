/**
 * MicroProfile Telemetry for applications, a part of the server: each application has an SDK of OpenTelemetry of its own, which is made
 * while it starts and ends with it. Nothing here is shared by applications but the API's statics, which the part claims once. See
 * docs/design/opentelemetry.md.
 */
@NullMarked
package io.keelson.ee.opentelemetry;

import org.jspecify.annotations.NullMarked;
