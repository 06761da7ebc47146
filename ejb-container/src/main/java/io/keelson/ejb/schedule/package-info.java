/**
 * Calendar expressions of timers: parsing, and the next due time after a given one. Pure functions of time and zone; nothing here
 * reads a clock. All classes are immutable and thread-safe.
 *
 * <p>Specification: Enterprise Beans 4.0 Core, 18.2.1 Calendar-Based Time Expressions.
 */
@org.jspecify.annotations.NullMarked
package io.keelson.ejb.schedule;
