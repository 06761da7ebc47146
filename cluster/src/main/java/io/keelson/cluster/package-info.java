/**
 * Several servers as one: membership, which says what servers see one another. Other people's libraries stay in
 * {@code io.keelson.cluster.internal}.
 */
@NullMarked
package io.keelson.cluster;

import org.jspecify.annotations.NullMarked;
