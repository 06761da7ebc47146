/**
 * Store of deployed applications on disk. Contents lie in directories of their own, beside one record an application; the renaming of the
 * record is the moment from which it is deployed. Confined to the deployer, which works on one application at a time.
 */
@NullMarked
package io.keelson.deploy.internal.store;

import org.jspecify.annotations.NullMarked;
