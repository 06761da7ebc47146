/**
 * Services of which a cluster has one: {@link io.keelson.api.cluster.SingletonService}, and
 * {@link io.keelson.api.cluster.LeasedService} for those whose effects must be told from those of an earlier owner. An application
 * declares its own with {@link io.keelson.api.cluster.ClusterSingleton}.
 */
@NullMarked
package io.keelson.api.cluster;

import org.jspecify.annotations.NullMarked;
