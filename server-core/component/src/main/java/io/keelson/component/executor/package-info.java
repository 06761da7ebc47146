/**
 * Executors, thread factories and context services that the domain describes, for applications. The part {@code concurrency} makes them;
 * {@link io.keelson.component.executor.DomainExecutors} binds their names. Its state belongs to the thread of the kernel's life cycle.
 */
@NullMarked
package io.keelson.component.executor;

import org.jspecify.annotations.NullMarked;
