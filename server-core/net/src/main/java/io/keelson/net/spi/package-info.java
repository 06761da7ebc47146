/**
 * Where a protocol meets the channels: it says which first bytes are its own, and takes the connection.
 */
@NullMarked
package io.keelson.net.spi;

import org.jspecify.annotations.NullMarked;
