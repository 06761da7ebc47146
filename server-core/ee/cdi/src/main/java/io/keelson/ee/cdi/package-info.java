/**
 * CDI for applications: the part {@code cdi}, with Weld. {@link io.keelson.ee.cdi.CdiContributor} is where to begin; docs/design/cdi.md
 * explains. One container an application, owned by its deployment; started and ended by the deploying thread, then safe on every thread.
 */
@NullMarked
package io.keelson.ee.cdi;

import org.jspecify.annotations.NullMarked;
