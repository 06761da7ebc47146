/**
 * State that the requests of one application work with: {@link io.keelson.servlet.runtime.WebRuntime} and what it is made of.
 *
 * <p>Immutable, or thread-safe as their javadoc says. Nothing here knows a request.
 */
@NullMarked
package io.keelson.servlet.runtime;

import org.jspecify.annotations.NullMarked;
