/** The registry of authentication modules as applications may name and make it. */
@NullMarked
package io.keelson.ee.security.factory;

import org.jspecify.annotations.NullMarked;
