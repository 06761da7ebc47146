/**
 * The servlet room's front: its subsystem, what it contributes to deployments, and the way from a request to its application.
 *
 * <p>{@link io.keelson.servlet.ServletSubsystemFactory} is where to begin; docs/design/servlet.md shows the rest. The table of
 * applications is an immutable snapshot that deploying threads replace and muxer threads read.
 */
@NullMarked
package io.keelson.servlet;

import org.jspecify.annotations.NullMarked;
