/**
 * Jakarta Concurrency for applications, on the server's work managers. {@link io.keelson.ee.concurrency.ConcurrencyContributor} is where
 * to begin; docs/design/concurrency.md explains. Objects belong to a module and end with it; they are safe on every thread.
 */
@NullMarked
package io.keelson.ee.concurrency;

import org.jspecify.annotations.NullMarked;
