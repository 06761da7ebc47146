/**
 * Declarations of a web application: {@code web.xml}, {@code web-fragment.xml}, annotations and {@code weblogic.xml}, read and merged into
 * one {@link io.keelson.servlet.descriptor.WebDescriptor}.
 *
 * <p>Everything handed out is immutable and safe on every thread. Reading and merging happen on the deploying thread;
 * nothing is kept between two deployments.
 */
@NullMarked
package io.keelson.servlet.descriptor;

import org.jspecify.annotations.NullMarked;
