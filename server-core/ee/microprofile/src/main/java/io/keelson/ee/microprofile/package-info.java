/**
 * MicroProfile by SmallRye, a part that is opened by the first application that refers to its APIs. The contributor finds out which of
 * them an application uses and gives its CDI container the extensions of these alone. All state belongs to the deployments. See
 * docs/design/microprofile.md.
 */
@NullMarked
package io.keelson.ee.microprofile;

import org.jspecify.annotations.NullMarked;
