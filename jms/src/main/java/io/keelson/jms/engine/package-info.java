/**
 * The state machine of a destination. {@link io.keelson.jms.engine.MessageQueue} is a queue, and each subscription of a topic. It reads no
 * clock, starts no thread and knows no store: {@code step(event, now)} changes it and tells a
 * {@link io.keelson.jms.engine.QueueEffects} what follows. Whoever owns it guards it with one lock. See docs/design/jms.md.
 */
@NullMarked
package io.keelson.jms.engine;

import org.jspecify.annotations.NullMarked;
