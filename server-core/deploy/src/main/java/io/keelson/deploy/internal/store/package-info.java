/**
 * What is deployed, on disk: contents in directories of their own and one record an application, whose renaming is the moment
 * from which it is deployed. Confined to the deployer, which works on one application at a time.
 */
@NullMarked
package io.keelson.deploy.internal.store;

import org.jspecify.annotations.NullMarked;
