/** Resources of the domain and of applications: makers, tests and connections for the server itself. See docs/design/component.md. */
@NullMarked
package io.keelson.kernel.spi.resource;

import org.jspecify.annotations.NullMarked;
