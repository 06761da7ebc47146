/**
 * Beans of CDI for an application's telemetry, and the interceptor of {@code @WithSpan}. Objects of this package keep no state but the
 * application's telemetry.
 */
@NullMarked
package io.keelson.ee.opentelemetry.bean;

import org.jspecify.annotations.NullMarked;
