/**
 * Stores of persistent messages. {@link io.keelson.jms.store.MessageStore} is the contract; what it keeps are records of bytes by number.
 * {@link io.keelson.jms.store.FileMessageStore} is an append-only log with one writing thread, and
 * {@link io.keelson.jms.store.JdbcMessageStore} keeps them in tables of a database. See docs/design/jms.md.
 */
@NullMarked
package io.keelson.jms.store;

import org.jspecify.annotations.NullMarked;
