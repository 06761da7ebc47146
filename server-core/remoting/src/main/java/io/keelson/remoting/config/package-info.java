/**
 * The configuration records of the native protocol.
 */
@NullMarked
package io.keelson.remoting.config;

import org.jspecify.annotations.NullMarked;
