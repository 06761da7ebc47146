/**
 * Seams by which rooms make components, inject into them and serve annotations. Objects are one a deployment unless they say otherwise;
 * those that are made when the deployment starts are safe on every thread.
 */
@NullMarked
package io.keelson.component.spi;

import org.jspecify.annotations.NullMarked;
