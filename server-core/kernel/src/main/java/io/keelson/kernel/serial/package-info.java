/**
 * Java objects of applications as bytes: what may be read, with which classes, and why something cannot be written. Stateless but for
 * what is immutable; safe on every thread.
 */
@NullMarked
package io.keelson.kernel.serial;

import org.jspecify.annotations.NullMarked;
