/**
 * The SDK of an application, from its properties to its end. {@code ApplicationTelemetry} owns what it makes: the SDK's threads, the
 * observers of the JVM and the view of the log.
 */
@NullMarked
package io.keelson.ee.opentelemetry.sdk;

import org.jspecify.annotations.NullMarked;
