/**
 * Shared libraries: jars that are deployed by themselves, and named by the applications that use them. The lock of
 * {@link io.keelson.deploy.internal.library.Libraries} guards who uses which.
 */
@NullMarked
package io.keelson.deploy.internal.library;

import org.jspecify.annotations.NullMarked;
