/** HTTP sessions as management sees them, and their route. See docs/design/sessions.md. */
@NullMarked
package io.keelson.kernel.spi.session;

import org.jspecify.annotations.NullMarked;
