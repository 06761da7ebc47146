/**
 * State that all applications of a server share: settings, timers, response buffers, and the messages of the container.
 *
 * <p>All of it is thread-safe.
 */
@NullMarked
package io.keelson.servlet.server;

import org.jspecify.annotations.NullMarked;
