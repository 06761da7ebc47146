package io.keelson.tx;

/**
 * What an operation of management has done to a transaction.
 *
 * @param id of the transaction
 * @param done what was done
 */
public record TransactionWork(String id, String done) {}
