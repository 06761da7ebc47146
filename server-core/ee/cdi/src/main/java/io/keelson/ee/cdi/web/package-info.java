/**
 * CDI for web modules: contexts of requests, sessions and conversations, and components that are made with injection. The contexts are
 * bound to the thread that works for a request; the rest is thread-safe.
 */
@NullMarked
package io.keelson.ee.cdi.web;

import org.jspecify.annotations.NullMarked;
