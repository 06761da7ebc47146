/**
 * The descriptor {@code ejb-jar.xml}, versions 1.1 to 4.0: read once, and laid over what annotations say of each bean. Immutable when read.
 *
 * <p>Specification: Enterprise Beans 4.0 Core, chapter 14.
 */
@org.jspecify.annotations.NullMarked
package io.keelson.ejb.descriptor;
