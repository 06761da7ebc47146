/**
 * Caches that a domain describes ({@code caches} in {@code domain.yaml}), as applications use them. An application finds one by
 * {@code @Resource(lookup = "cache/NAME")} or by JNDI under {@code cache/NAME}. See the page on caches of the manual.
 */
@NullMarked
package io.keelson.api.cache;

import org.jspecify.annotations.NullMarked;
