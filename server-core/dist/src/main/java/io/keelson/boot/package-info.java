/**
 * Puts the rooms together: the server's process and the demo.
 */
@NullMarked
package io.keelson.boot;

import org.jspecify.annotations.NullMarked;
