/** The way out for OTLP: requests on the threads of the SDK that sends them. */
@NullMarked
package io.keelson.ee.opentelemetry.export;

import org.jspecify.annotations.NullMarked;
