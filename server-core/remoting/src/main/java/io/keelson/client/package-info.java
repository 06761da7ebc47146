/**
 * The client of a server: names by {@code javax.naming}, and calls of what they lead to. See docs/design/remoting.md.
 */
@NullMarked
package io.keelson.client;

import org.jspecify.annotations.NullMarked;
