/**
 * Class loading: what an application sees of the server, and how an application's loaders are closed.
 */
@NullMarked
package io.keelson.kernel.loader;

import org.jspecify.annotations.NullMarked;
