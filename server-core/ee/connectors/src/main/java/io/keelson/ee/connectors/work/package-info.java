/** Threads and timers of the server for resource adapters. */
@NullMarked
package io.keelson.ee.connectors.work;

import org.jspecify.annotations.NullMarked;
