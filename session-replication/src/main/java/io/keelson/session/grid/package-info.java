/**
 * Sessions on a data grid ({@code persistent-store-type} {@code cache}): what the domain says of grids, and the interface behind which
 * the part {@code hotrod} speaks with them. See docs/design/session-grids.md. All classes are thread-safe.
 */
@NullMarked
package io.keelson.session.grid;

import org.jspecify.annotations.NullMarked;
