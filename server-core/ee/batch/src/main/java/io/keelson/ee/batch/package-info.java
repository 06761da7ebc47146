/**
 * Jakarta Batch by JBeret, the part {@code batch}: {@link io.keelson.ee.batch.BatchContributor} is where to begin; docs/design/batch.md
 * explains. Objects belong to a module and are thread-safe.
 */
@NullMarked
package io.keelson.ee.batch;

import org.jspecify.annotations.NullMarked;
