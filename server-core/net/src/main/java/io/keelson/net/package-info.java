/**
 * Channels: where the server listens, for which protocols, with which limits; and the muxers that serve them.
 */
@NullMarked
package io.keelson.net;

import org.jspecify.annotations.NullMarked;
