/**
 * The name tree that all members of a cluster share. {@link io.keelson.cluster.names.NamingTree} decides and is pure: events
 * in, actions out; {@link io.keelson.cluster.names.TreeNames} lets it run on the cluster's thread and shows it to the kernel's
 * naming. See docs/design/cluster-names.md.
 */
@NullMarked
package io.keelson.cluster.names;

import org.jspecify.annotations.NullMarked;
