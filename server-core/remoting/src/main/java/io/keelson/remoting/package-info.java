/**
 * The native protocol as other rooms see it: objects that are called from other processes, and what can go wrong with a call.
 * See docs/design/remoting.md.
 */
@NullMarked
package io.keelson.remoting;

import org.jspecify.annotations.NullMarked;
