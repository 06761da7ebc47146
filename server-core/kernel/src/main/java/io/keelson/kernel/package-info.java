/**
 * The kernel: life cycle, configuration, work managers, class loading and the invocation context.
 */
@NullMarked
package io.keelson.kernel;

import org.jspecify.annotations.NullMarked;
