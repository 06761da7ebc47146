/**
 * Time that a test can drive: the ticker and what is scheduled on it.
 */
@NullMarked
package io.keelson.base.time;

import org.jspecify.annotations.NullMarked;
