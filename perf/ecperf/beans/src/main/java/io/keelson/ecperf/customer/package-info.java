/** The customer domain: orders are placed, changed, shown and cancelled. */
package io.keelson.ecperf.customer;
