/**
 * Components of every kind of module: the one implementation of {@code java:comp}, environment entries, references, injection, life-cycle
 * callbacks, work managers and roles. See docs/design/component.md. State is with each deployment; the subsystem has none.
 */
@NullMarked
package io.keelson.component;

import org.jspecify.annotations.NullMarked;
