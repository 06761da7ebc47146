/**
 * Services that Weld asks of the server: class loaders, proxies, threads, callers, resources and transactions, and the way from a thread to
 * the container of its application. Thread-safe; the objects belong to one application, but for the registry of containers, which is one a
 * JVM.
 */
@NullMarked
package io.keelson.ee.cdi.service;

import org.jspecify.annotations.NullMarked;
