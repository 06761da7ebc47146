/**
 * The singleton services that applications declare: in {@code META-INF/weblogic-application.xml} of an EAR, or with
 * {@link io.keelson.api.cluster.ClusterSingleton}. What is declared is found and refused here; the cluster has the services
 * ({@link io.keelson.kernel.spi.singleton.ApplicationSingletons}). All of it runs on the deploying thread of an application.
 */
@NullMarked
package io.keelson.deploy.singleton;

import org.jspecify.annotations.NullMarked;
