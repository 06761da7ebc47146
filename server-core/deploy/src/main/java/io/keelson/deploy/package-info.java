/**
 * Deployment: archives, their index, their class loaders, and the phases in which rooms contribute to an application.
 */
@NullMarked
package io.keelson.deploy;

import org.jspecify.annotations.NullMarked;
