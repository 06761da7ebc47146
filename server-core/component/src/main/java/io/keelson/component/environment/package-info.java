/**
 * Naming environments of modules: {@code java:comp}, {@code java:module} and {@code java:app} with the names that a module declares.
 * Owned by the deploying thread until opened, thread-safe then.
 */
@NullMarked
package io.keelson.component.environment;

import org.jspecify.annotations.NullMarked;
