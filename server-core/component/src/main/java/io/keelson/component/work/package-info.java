/**
 * Work managers of modules and enterprise applications: what their descriptors declare, made into work managers. Made by the deploying
 * thread for each version of an application; then immutable and safe on every thread.
 */
@NullMarked
package io.keelson.component.work;

import org.jspecify.annotations.NullMarked;
