/**
 * Bean archives of an application: which there are, which classes of them are beans, which see which. Made by the deploying thread; once
 * the container has started, read by any.
 */
@NullMarked
package io.keelson.ee.cdi.archive;

import org.jspecify.annotations.NullMarked;
