/**
 * Executors and their tasks: futures, schedules, completion stages and threads of applications. Objects belong to a module and are safe
 * on every thread.
 */
@NullMarked
package io.keelson.ee.concurrency.task;

import org.jspecify.annotations.NullMarked;
