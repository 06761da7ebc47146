/**
 * Components as plain objects: made by reflection, injected, and called back. Thread-safe; holds no component.
 */
@NullMarked
package io.keelson.component.injection;

import org.jspecify.annotations.NullMarked;
