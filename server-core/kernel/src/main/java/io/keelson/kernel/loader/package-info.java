/**
 * Class loading: what an application sees of the server, and how an application's loaders are closed.
 *
 * <p>{@link io.keelson.kernel.loader.ApplicationClassLoader} is the loader of one application,
 * {@link io.keelson.kernel.loader.ServerView} the little that it sees of the server, {@link io.keelson.kernel.loader.Parts}
 * the libraries of the server that an application may ask for. See docs/design/class-loading.md.
 *
 * <p>Loaders are thread-safe and parallel capable. Who makes a loader closes it; a closed one loads nothing new.
 */
@NullMarked
package io.keelson.kernel.loader;

import org.jspecify.annotations.NullMarked;
