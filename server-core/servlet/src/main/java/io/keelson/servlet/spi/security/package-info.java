/** Seams of security: who authenticates requests in place of the container, and what the container has decided. */
@NullMarked
package io.keelson.servlet.spi.security;

import org.jspecify.annotations.NullMarked;
