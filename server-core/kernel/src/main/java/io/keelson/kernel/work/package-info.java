/**
 * The execute threads: one self-tuned pool, a queue for each work manager, chosen by virtual time.
 */
@NullMarked
package io.keelson.kernel.work;

import org.jspecify.annotations.NullMarked;
