/**
 * The components of an application as plain objects: made by reflection, with the annotations of Servlet 6.1, 15.5 that need no
 * other room.
 */
@NullMarked
package io.keelson.servlet.component;

import org.jspecify.annotations.NullMarked;
