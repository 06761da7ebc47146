/**
 * A resource adapter as its descriptor and its annotations say it is, and the objects that other servers' descriptors
 * make of it. Immutable.
 */
@NullMarked
package io.keelson.ee.connectors.descriptor;

import org.jspecify.annotations.NullMarked;
