/**
 * Restarting a cluster server by server: {@link io.keelson.admin.rolling.RollingRestart} decides, one step at a time, over what a
 * {@link io.keelson.admin.rolling.Fleet} says; {@link io.keelson.admin.rolling.RollingRestarts} lets it run on the admin server, one
 * thread a cluster. docs/design/rolling-restart.md.
 */
@NullMarked
package io.keelson.admin.rolling;

import org.jspecify.annotations.NullMarked;
