/** Rules that all providers of entities share. Without state: every thread may call it. */
@NullMarked
package io.keelson.ee.rest.entity;

import org.jspecify.annotations.NullMarked;
