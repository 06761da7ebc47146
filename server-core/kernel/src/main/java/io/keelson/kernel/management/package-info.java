/** State of a running server that can be observed: read-only state that rooms model as records and management shows. */
@NullMarked
package io.keelson.kernel.management;

import org.jspecify.annotations.NullMarked;
