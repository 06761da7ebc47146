/**
 * The context of a running bean: {@code EJBContext} as beans see it, and the operations that each phase of a bean's life allows.
 *
 * <p>Specification: Enterprise Beans 4.0 Core, 4.3.3, 4.6, 4.7.2 and 4.8.6.
 */
@org.jspecify.annotations.NullMarked
package io.keelson.ejb.context;
