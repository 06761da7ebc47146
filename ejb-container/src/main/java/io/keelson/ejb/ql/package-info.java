/**
 * EJB QL: a query is read at deployment and becomes one SQL statement. Immutable, or confined to the deploying thread.
 *
 * <p>Specification: Enterprise JavaBeans 2.1, chapter 11.
 */
@org.jspecify.annotations.NullMarked
package io.keelson.ejb.ql;
