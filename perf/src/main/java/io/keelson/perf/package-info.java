/**
 * Measurements beside peers. A study starts every server as a process of its own on loopback, loads one after the other in
 * turns (A B A B) from another process, and prints medians and ratios.
 */
@NullMarked
package io.keelson.perf;

import org.jspecify.annotations.NullMarked;
