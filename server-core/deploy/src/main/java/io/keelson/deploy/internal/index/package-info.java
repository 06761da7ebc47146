/**
 * The annotation index of an application, library by library, with a cache on disk. No threads of its own.
 */
@NullMarked
package io.keelson.deploy.internal.index;

import org.jspecify.annotations.NullMarked;
