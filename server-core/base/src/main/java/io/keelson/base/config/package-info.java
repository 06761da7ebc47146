/**
 * The annotations of configuration records, the view that a subsystem has of the configuration in force, and files that
 * configurations name.
 */
@NullMarked
package io.keelson.base.config;

import org.jspecify.annotations.NullMarked;
