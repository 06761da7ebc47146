/**
 * Persistence units as beans: a portable extension that adds, for each unit with qualifiers or a scope, what the specification names. It
 * runs while CDI starts, on the deploying thread.
 */
@NullMarked
package io.keelson.ee.jpa.beans;

import org.jspecify.annotations.NullMarked;
