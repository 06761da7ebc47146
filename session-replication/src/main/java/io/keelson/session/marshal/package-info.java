/**
 * Sessions as bytes, attribute by attribute: {@link io.keelson.session.marshal.SessionImage} is the bytes of one session,
 * {@link io.keelson.session.marshal.SessionRecord} their form outside of memory. Who holds an image guards it with a lock.
 */
@NullMarked
package io.keelson.session.marshal;

import org.jspecify.annotations.NullMarked;
