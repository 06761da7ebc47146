/**
 * Thread context: how it is captured, established on another thread and put back. Objects belong to a module and are safe on every thread.
 */
@NullMarked
package io.keelson.ee.concurrency.context;

import org.jspecify.annotations.NullMarked;
