/**
 * Jakarta Persistence: persistence units of applications, their entity managers, and how they are injected.
 * {@link io.keelson.ee.jpa.JpaContributor} is where to begin; docs/design/persistence.md says how it works.
 */
@NullMarked
package io.keelson.ee.jpa;

import org.jspecify.annotations.NullMarked;
