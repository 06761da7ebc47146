/**
 * The server's states, and the order in which subsystems start and stop.
 */
@NullMarked
package io.keelson.kernel.lifecycle;

import org.jspecify.annotations.NullMarked;
