/**
 * Bridges: take messages from a destination of one provider and send them to that of another. A bridge has one thread, which owns its
 * connections; what management sees of it is volatile. See docs/design/jms-bridges.md.
 */
@NullMarked
package io.keelson.jms.bridge;

import org.jspecify.annotations.NullMarked;
