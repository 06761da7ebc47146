/**
 * Message selectors (Jakarta Messaging 3.1, 3.8): text is compiled once to a tree of conditions, which is immutable and safe on every
 * thread.
 */
@NullMarked
package io.keelson.jms.selector;

import org.jspecify.annotations.NullMarked;
