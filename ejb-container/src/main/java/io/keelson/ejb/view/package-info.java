/**
 * References that clients hold: objects of generated classes that pass each call on with the number of its method. The classes are
 * in the application's own loader, one for each view, and name nothing of the server.
 *
 * <p>Specification: Enterprise Beans 4.0 Core, 3.4 and 4.9.
 */
@org.jspecify.annotations.NullMarked
package io.keelson.ejb.view;
