/**
 * Transactions that application clients begin on a server: the server's side of {@code UserTransaction}, and what travels with calls.
 * Thread-safe. See docs/design/application-clients.md.
 */
@NullMarked
package io.keelson.appclient.transaction;

import org.jspecify.annotations.NullMarked;
