/**
 * Container-managed persistence: the state of instances, the statements that read and write it, and relationships. The state of an instance
 * belongs to the thread of its transaction; what is made at deployment is immutable.
 *
 * <p>Specification: Enterprise JavaBeans 2.1, chapter 10.
 */
@org.jspecify.annotations.NullMarked
package io.keelson.ejb.cmp;
