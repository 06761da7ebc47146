/**
 * Explanations of applications before they are deployed, as operators see them. {@link io.keelson.deploy.explain.Explanation} holds all
 * of it.
 */
@NullMarked
package io.keelson.deploy.explain;

import org.jspecify.annotations.NullMarked;
