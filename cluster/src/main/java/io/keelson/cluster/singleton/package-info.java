/**
 * Singleton services: which server is to have a service ({@link io.keelson.cluster.singleton.Placement}, by what all servers
 * know of it, its {@link io.keelson.cluster.singleton.Ledger}), and the server's part in it
 * ({@link io.keelson.cluster.singleton.SingletonMachine}, pure; {@link io.keelson.cluster.singleton.Singletons} lets it run).
 * That never two have it is not decided here but by the lease. See docs/design/singletons.md.
 */
@NullMarked
package io.keelson.cluster.singleton;

import org.jspecify.annotations.NullMarked;
