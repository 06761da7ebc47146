/**
 * Contributions of rooms to management ({@link io.keelson.kernel.management.ManagementFeature}), as resources of the interface.
 * Immutable; no threads. See docs/design/management.md.
 */
@NullMarked
package io.keelson.admin.feature;

import org.jspecify.annotations.NullMarked;
