/**
 * Objects that homes of Enterprise Beans 2.x give their clients: handles and descriptions. The classes are in the client's jar too.
 * Immutable.
 *
 * <p>Specification: Enterprise Beans 4.0 Core, 3.6.
 */
@NullMarked
package io.keelson.remoting.bean;

import org.jspecify.annotations.NullMarked;
