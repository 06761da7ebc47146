/** An application with everything that CDI has beside plain beans. */
package io.keelson.ee.cdi.shapes;
