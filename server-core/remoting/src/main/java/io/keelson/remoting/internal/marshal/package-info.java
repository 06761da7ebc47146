/**
 * Objects as bytes: JBoss Marshalling (River) with pooled marshallers, classes from the application's loader, and a filter that is
 * always on. Values that need none of it are written plainly.
 */
@NullMarked
package io.keelson.remoting.internal.marshal;

import org.jspecify.annotations.NullMarked;
