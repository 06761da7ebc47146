/**
 * Persistence units as a deployment describes them: the reader of {@code persistence.xml}, the roots that are looked into, the managed
 * classes, and the rule by which a reference finds its unit. Everything here is immutable once made and confined to the deploying thread
 * before.
 */
@NullMarked
package io.keelson.ee.jpa.unit;

import org.jspecify.annotations.NullMarked;
