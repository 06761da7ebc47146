/**
 * Where persistent messages are kept. {@link io.keelson.jms.store.MessageStore} is the contract; what it keeps are records of bytes by
 * number.
 * {@link io.keelson.jms.store.FileMessageStore} is an append-only log with one writing thread. See docs/design/jms.md.
 */
@NullMarked
package io.keelson.jms.store;

import org.jspecify.annotations.NullMarked;
