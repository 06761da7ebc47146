/**
 * Sessions on an Infinispan grid, over Hot Rod: the part {@code hotrod}, which is opened by the first application whose
 * {@code persistent-store-type} is {@code cache}. See docs/design/session-grids.md. All classes are thread-safe.
 */
@NullMarked
package io.keelson.session.hotrod;

import org.jspecify.annotations.NullMarked;
