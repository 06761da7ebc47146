/**
 * A part of the server: the conversion of single files from Java EE to Jakarta EE by the library of the Tomcat project. Opened
 * by the deployer with the first application that needs it. Stateless.
 */
@NullMarked
package io.keelson.conversion;

import org.jspecify.annotations.NullMarked;
