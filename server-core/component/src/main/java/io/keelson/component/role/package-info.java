/**
 * Security roles of a module: who holds which. Immutable.
 */
@NullMarked
package io.keelson.component.role;

import org.jspecify.annotations.NullMarked;
