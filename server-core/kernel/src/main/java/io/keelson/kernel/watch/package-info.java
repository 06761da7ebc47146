/**
 * Watches the threads that must come back soon, and ends a server whose readers do not. A thread of the package's own looks at
 * intervals; it owns all state, which a lock guards against those who ask for it.
 */
@org.jspecify.annotations.NullMarked
package io.keelson.kernel.watch;
