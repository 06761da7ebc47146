/** Servers of the cluster that see one another, their messages and the names that all of them see. See docs/design/membership.md. */
@NullMarked
package io.keelson.kernel.spi.membership;

import org.jspecify.annotations.NullMarked;
