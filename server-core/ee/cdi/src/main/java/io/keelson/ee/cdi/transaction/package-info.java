/**
 * {@code @Transactional} and {@code @TransactionScoped} over the server's transactions. The interceptors keep nothing; the context keeps
 * its instances with the transaction, which one thread works for at a time.
 */
@NullMarked
package io.keelson.ee.cdi.transaction;

import org.jspecify.annotations.NullMarked;
