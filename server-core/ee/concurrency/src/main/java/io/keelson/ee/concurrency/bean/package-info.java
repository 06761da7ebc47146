/**
 * Beans for CDI: the interceptor of {@code @Asynchronous} and the executors. Made by the application's container.
 */
@NullMarked
package io.keelson.ee.concurrency.bean;

import org.jspecify.annotations.NullMarked;
