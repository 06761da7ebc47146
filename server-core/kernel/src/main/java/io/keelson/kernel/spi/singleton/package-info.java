/** Singleton services of the cluster: what applications bring and what management sees. See docs/design/singletons.md. */
@NullMarked
package io.keelson.kernel.spi.singleton;

import org.jspecify.annotations.NullMarked;
