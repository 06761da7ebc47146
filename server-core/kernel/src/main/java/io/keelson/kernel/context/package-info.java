/**
 * The invocation context: what a piece of work runs as, set at each hand-off.
 */
@NullMarked
package io.keelson.kernel.context;

import org.jspecify.annotations.NullMarked;
