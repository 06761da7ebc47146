/**
 * What CDI gets: the interceptor of {@code @Asynchronous} and beans for executors. Made by the application's container.
 */
@NullMarked
package io.keelson.ee.concurrency.bean;

import org.jspecify.annotations.NullMarked;
