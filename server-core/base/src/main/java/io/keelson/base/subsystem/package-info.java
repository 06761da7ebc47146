/**
 * The contract of a subsystem: what the kernel starts, suspends, reconfigures and stops, and how subsystems find one another.
 */
@NullMarked
package io.keelson.base.subsystem;

import org.jspecify.annotations.NullMarked;
