/**
 * The annotations of configuration records and the view that a subsystem has of the configuration in force.
 */
@NullMarked
package io.keelson.base.config;

import org.jspecify.annotations.NullMarked;
