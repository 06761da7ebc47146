/**
 * Restarting a cluster server by server: {@link io.keelson.admin.rolling.RollingRestart} decides, one step at a time, over what a
 * {@link io.keelson.admin.rolling.Fleet} says; {@link io.keelson.admin.rolling.RollingRestarts} lets it run on the admin server, one
 * thread a cluster. docs/design/rolling-restart.md. Scaling a dynamic cluster is of the same make:
 * {@link io.keelson.admin.rolling.Scaling} over a {@link io.keelson.admin.rolling.Fleet} and a {@link io.keelson.admin.rolling.Sizing},
 * run by {@link io.keelson.admin.rolling.Scalings}. docs/design/dynamic-clusters.md.
 */
@NullMarked
package io.keelson.admin.rolling;

import org.jspecify.annotations.NullMarked;
