/**
 * Work of the server's own in databases that the domain names: message stores, transaction logs. Thread-safe; blocks.
 */
@NullMarked
package io.keelson.kernel.jdbc;

import org.jspecify.annotations.NullMarked;
