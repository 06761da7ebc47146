/**
 * Sessions that survive: the room's subsystem, which adds its stores to the servlet container. See docs/design/sessions.md.
 */
@NullMarked
package io.keelson.session;

import org.jspecify.annotations.NullMarked;
