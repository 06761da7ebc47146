/**
 * The node manager: one process a machine that starts the servers of a domain, watches them and starts again those that crash.
 * {@link io.keelson.admin.node.NodeMain} is the process, {@link io.keelson.admin.node.NodeManager} what it does for all servers,
 * {@link io.keelson.admin.node.Watch} what it does for one; {@link io.keelson.admin.node.NodeClient} speaks to it. One lock, that of
 * {@code NodeManager}, guards all state. docs/design/node-manager.md.
 */
@NullMarked
package io.keelson.admin.node;

import org.jspecify.annotations.NullMarked;
