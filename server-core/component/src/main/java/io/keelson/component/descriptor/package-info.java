/**
 * Descriptors as elements with their places, and the declarations that all kinds of modules share: environment entries, references,
 * resources, injection, life cycle. Confined to the deploying thread; the descriptors that it makes are immutable.
 */
@NullMarked
package io.keelson.component.descriptor;

import org.jspecify.annotations.NullMarked;
