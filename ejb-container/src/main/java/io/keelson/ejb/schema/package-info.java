/**
 * The abstract schema of entity beans with container-managed persistence, and its mapping to tables. Read by the deploying thread,
 * immutable from then on.
 *
 * <p>Specification: Enterprise JavaBeans 2.1, 10.3.
 */
@org.jspecify.annotations.NullMarked
package io.keelson.ejb.schema;
