/** What can be seen of a running server: read-only state that rooms model as records and management shows. */
@NullMarked
package io.keelson.kernel.management;

import org.jspecify.annotations.NullMarked;
