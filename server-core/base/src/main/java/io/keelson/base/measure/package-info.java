/**
 * Descriptions of the components of records by which rooms model their state: {@link io.keelson.base.measure.Described}, and distributions
 * of values: {@link io.keelson.base.measure.Distribution}. Immutable all of it. docs/design/telemetry.md.
 */
@NullMarked
package io.keelson.base.measure;

import org.jspecify.annotations.NullMarked;
