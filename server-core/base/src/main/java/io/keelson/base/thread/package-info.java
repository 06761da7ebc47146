/**
 * Named, owned threads. No other room of the server creates a thread by itself.
 */
@NullMarked
package io.keelson.base.thread;

import org.jspecify.annotations.NullMarked;
