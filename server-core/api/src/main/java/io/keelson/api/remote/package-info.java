/**
 * Settings and failures of calls between processes, for applications. Nothing here has to be known to be called: an object that
 * implements {@link java.rmi.Remote} is enough.
 */
@NullMarked
package io.keelson.api.remote;

import org.jspecify.annotations.NullMarked;
