/**
 * Entity beans of Enterprise Beans 2.x with bean-managed persistence, and stores on them: another variant of the same application.
 * A finder reads the key, the load the row;
 * a store writes the row at the end of each transaction, unless the dirty check finds it unchanged.
 */
package io.keelson.ecperf.bmp;
