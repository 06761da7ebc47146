/**
 * Work managers of a web application, and what each serves, as {@code weblogic.xml}, {@code web.xml} and the domain say. See
 * docs/design/servlet.md.
 *
 * <p>Made by the deploying thread for each version of an application; then immutable and safe on every thread.
 */
@NullMarked
package io.keelson.servlet.work;

import org.jspecify.annotations.NullMarked;
