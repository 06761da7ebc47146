package io.keelson.tx;

/**
 * Result of an operation of management on a transaction.
 *
 * @param id of the transaction
 * @param done what was done
 */
public record TransactionWork(String id, String done) {}
