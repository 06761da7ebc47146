/**
 * Enterprise beans as the specification describes them: kind, views, methods with their attributes. Made once at deployment from
 * annotations and descriptor, checked, and immutable from then on.
 *
 * <p>Specification: Enterprise Beans 4.0 Core, chapters 3, 4 and 10.
 */
@org.jspecify.annotations.NullMarked
package io.keelson.ejb.model;
