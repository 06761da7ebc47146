/**
 * The configuration records of channels and muxers. Immutable.
 */
@NullMarked
package io.keelson.net.config;

import org.jspecify.annotations.NullMarked;
