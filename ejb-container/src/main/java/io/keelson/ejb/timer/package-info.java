/**
 * Timers of beans. An {@link io.keelson.ejb.timer.ApplicationTimers} owns those of one application and its lock guards them; stores keep
 * the rows of
 * persistent ones. Firings run on the application's work manager.
 *
 * <p>Specification: Enterprise Beans 4.0 Core, chapter 18.
 */
@org.jspecify.annotations.NullMarked
package io.keelson.ejb.timer;
