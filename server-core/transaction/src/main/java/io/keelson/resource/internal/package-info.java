/** The pool: HikariCP, which nobody outside of this package sees. */
@NullMarked
package io.keelson.resource.internal;

import org.jspecify.annotations.NullMarked;
