/**
 * What the records by which rooms model their state say of their components: {@link io.keelson.base.measure.Described}, and how values are spread:
 * {@link io.keelson.base.measure.Distribution}. Immutable all of it. docs/design/telemetry.md.
 */
@NullMarked
package io.keelson.base.measure;

import org.jspecify.annotations.NullMarked;
