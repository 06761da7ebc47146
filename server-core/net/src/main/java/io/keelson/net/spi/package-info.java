/**
 * Interface between protocols and channels: a protocol says which first bytes are its own, and takes the connection.
 */
@NullMarked
package io.keelson.net.spi;

import org.jspecify.annotations.NullMarked;
