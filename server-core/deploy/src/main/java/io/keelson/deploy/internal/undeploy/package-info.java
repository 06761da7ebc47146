/**
 * Clean-up of the JVM when an application goes, so that its class loader can be collected, and the watch over loaders that were not. Runs
 * on the deploying thread; the watch has a scheduler of the deployment subsystem.
 */
@NullMarked
package io.keelson.deploy.internal.undeploy;

import org.jspecify.annotations.NullMarked;
