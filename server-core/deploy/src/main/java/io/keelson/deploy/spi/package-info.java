/** Contracts by which a room contributes to an application. {@link io.keelson.deploy.spi.Contributor} is where to begin. */
@NullMarked
package io.keelson.deploy.spi;

import org.jspecify.annotations.NullMarked;
