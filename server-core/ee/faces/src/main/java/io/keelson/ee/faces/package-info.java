/**
 * Jakarta Faces by Mojarra, the part {@code faces}: {@link io.keelson.ee.faces.FacesContributor} is where to begin; docs/design/faces.md
 * explains. What is here belongs to a web module, or is one for the JVM and thread-safe.
 */
@NullMarked
package io.keelson.ee.faces;

import org.jspecify.annotations.NullMarked;
