/**
 * Entity beans of Enterprise Beans 2.x while they run: instances, their pool and cache, and the entity objects of each transaction.
 * The state of a transaction's instances belongs to the thread that runs in the transaction; pools, caches and locks have one lock each.
 *
 * <p>Specification: Enterprise JavaBeans 2.1, chapters 8, 10, 12 and 18.
 */
@org.jspecify.annotations.NullMarked
package io.keelson.ejb.entity;
